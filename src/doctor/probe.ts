/* Makes single attempts to call endpoints for the checks of the doctor, which can read every detail of them. */

import { createLaneDependencies, createServiceCall } from '../program/connect-to-service.js';
import { UpstreamRateLimitedError, UpstreamUnavailableError } from '../records/errors.js';
import type { ActivityId } from '../records/ids.js';
import type { Endpoint } from '../service/endpoints.js';
import { openConnectionPool, type Exchange, type WireReply } from '../service/transport/exchange.js';
import { Lane } from '../service/transport/lane.js';
import type { ComputeSignature } from '../service/transport/signing.js';
import type { ExaminationOptions } from './report.js';

/** One attempt of one endpoint, and everything that is known of it. */
export interface ProbeAttempt<Output> {
  /** The decoded result; undefined if `error` is set. */
  readonly output?: Output;
  /** The error that the graph would report for it: an UpstreamError. */
  readonly error?: unknown;
  /** The reply as it arrived, whatever its status; null if none did. */
  readonly reply: WireReply | null;
  /** Where other text stands beside the envelope; null if none does. */
  readonly textAround: string | null;
  readonly milliseconds: number;
  /** The middle of the attempt on this machine's clock, in milliseconds since the epoch. */
  readonly at: number;
}

/** The times that the probe waits for a service that limits the rate of calls, and the longest of them. */
const maxWaits = 5;
const maxWaitMs = 60_000;

/** Attempts endpoints over the program's own transport, endpoints and decoders. */
export class Probe {
  /** How far the time in signatures is ahead of this machine's. */
  offsetSeconds: number;
  readonly #connections: ReturnType<typeof openConnectionPool>;
  #waits = 0;

  /** @param compute computes the signatures of attempts that do not bring their own */
  constructor(
    private readonly options: ExaminationOptions,
    public compute: ComputeSignature,
  ) {
    const { maxResponseBytes, timeoutMs, clockOffsetSeconds } = options.settings;
    this.offsetSeconds = clockOffsetSeconds;
    const baseUrl = options.service.url;
    this.#connections = openConnectionPool({ baseUrl, maxConnections: 2, maxResponseBytes, timeoutMs, keepAlive: false });
  }

  /** As {@link once}, but an attempt that the service does not want yet (429, or 503 with Retry-After) is repeated when it does. */
  async attempt<Input, Output>(endpoint: Endpoint<Input, Output>, activityId: ActivityId, input: Input, compute?: ComputeSignature) {
    const { pause, onWarning } = this.options;
    for (;;) {
      // After the first wait, calls keep a distance that grows with each further one.
      if (this.#waits > 0) await pause(this.#waits * 500);
      const attempt = await this.once(endpoint, activityId, input, compute);
      const waitMs = requestedWaitMs(attempt.error);
      if (waitMs === null || this.#waits >= maxWaits) return attempt;
      this.#waits += 1;
      onWarning(`The service limits the rate of calls. The doctor waits ${Math.ceil(waitMs / 1000)} s, and calls less often from now on.`);
      await pause(waitMs);
    }
  }

  /** One attempt: no queue, no retries, no circuit breaker, no cache. Never throws. */
  async once<Input, Output>(
    endpoint: Endpoint<Input, Output>,
    activityId: ActivityId,
    input: Input,
    compute = this.compute,
  ): Promise<ProbeAttempt<Output>> {
    const { service, settings, activityFacts } = this.options;
    let reply: WireReply | null = null;
    let textAround: string | null = null;
    const recorded: Exchange = async (...request) => (reply = await this.#connections.exchange(...request));
    // A lane of its own, which nothing that happened before can influence.
    const shared = createLaneDependencies(service, { ...settings, retries: 0, clockOffsetSeconds: this.offsetSeconds }, compute);
    const lane = new Lane(shared, { maxConcurrent: 1, maxQueued: 0 }, recorded);
    const call = createServiceCall(
      (request, read) => lane.send(request, read),
      service,
      activityFacts,
      (_path, where) => (textAround = where),
    );
    const startedAt = Date.now();
    const started = performance.now();
    const ended = () => {
      const milliseconds = Math.round(performance.now() - started);
      return { reply, textAround, milliseconds, at: startedAt + milliseconds / 2 };
    };
    try {
      return { output: await call(endpoint, activityId, input), ...ended() };
    } catch (error) {
      return { error, ...ended() };
    }
  }

  close(): Promise<void> {
    return this.#connections.destroy();
  }
}

/** How long the service wants no further call, in milliseconds; null if it takes them. */
function requestedWaitMs(error: unknown): number | null {
  const isLimited = error instanceof UpstreamRateLimitedError;
  if (!isLimited && !(error instanceof UpstreamUnavailableError && error.reply?.status === 503)) return null;
  const waitMs = error.retryAfterMs ?? (isLimited ? 1_000 : null);
  return waitMs && Math.min(waitMs, maxWaitMs);
}
