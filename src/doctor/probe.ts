/* Makes single attempts to call endpoints for the checks of the doctor, which can read every detail of them. */

import { randomUUID } from 'node:crypto';
import type { Config, ServiceAccount } from '../config/config.js';
import { Secret } from '../primitives/secret.js';
import { TokenBucket } from '../primitives/token-bucket.js';
import type { FactsByActivity } from '../records/activity-facts.js';
import { UpstreamRateLimitedError, UpstreamRejectedError, UpstreamUnavailableError } from '../records/errors.js';
import type { ActivityId } from '../records/ids.js';
import { zonesOf } from '../records/local-times.js';
import { createCall } from '../service/call.js';
import type { Endpoint } from '../service/endpoints.js';
import { rejectionMatching } from '../service/envelope.js';
import { Lane, retryBudgetRules } from '../service/transport/lane.js';
import { ObservedAttempts } from '../service/transport/observation.js';
import { ServicePaths } from '../service/transport/paths.js';
import { type ComputeSignature, Signer } from '../service/transport/signing.js';
import type { Exchange, WireReply } from '../service/transport/transport.js';
import { openConnectionPool } from '../service/transport/undici.js';

/** One attempt of one endpoint, and everything that is known of it. */
export interface ProbeAttempt<Output> {
  /** The decoded result; undefined if `error` is set. */
  readonly output?: Output;
  /** The error that the graph would report for it: an UpstreamError. */
  readonly error?: unknown;
  /** The message with which the service rejected the same call just before, probably because calls came too fast. */
  readonly busyMessage?: string;
  /** The reply as it arrived, whatever its status; null if none did. */
  readonly reply: WireReply | null;
  readonly milliseconds: number;
  /** The middle of the attempt on this machine's clock, in milliseconds since the epoch. */
  readonly at: number;
}

type Attempt = <Input, Output>(
  endpoint: Endpoint<Input, Output>,
  activityId: ActivityId,
  input: Input,
  compute?: ComputeSignature,
) => Promise<ProbeAttempt<Output>>;

/** How the probe waits. */
export interface Pauses {
  readonly pause: (ms: number) => Promise<unknown>;
  /** Called before a pause that the service has asked for. */
  readonly onWait: (ms: number) => void;
  /** Called when the service has accepted a repeated call that it had rejected with this message. */
  readonly onBusy: (message: string) => void;
}

/** The times that the probe waits for a service that limits the rate of calls, and the longest of them. */
const maxWaits = 5;
const maxWaitMs = 60_000;
/** The pause before a rejected call is repeated, to find out whether it came too fast. */
const busyPauseMs = 3_000;

/** Attempts endpoints over the program's own transport, endpoints and decoders. */
export interface Probe {
  /** As {@link once}, but an attempt that the service does not want yet (429, or 503 with Retry-After) is repeated when it does. A rejection after an accepted call is repeated once for each message. */
  readonly attempt: Attempt;
  /** One attempt: no queue, no retries, no circuit breaker, no cache. Never throws. */
  readonly once: Attempt;
  /** Signs the following attempts by another rule. */
  use(compute: ComputeSignature): void;
  /** Signs the following attempts with a time that is `offsetSeconds` ahead of this machine's. */
  useTime(offsetSeconds: number): void;
  close(): Promise<void>;
}

/** Creates the probe of a service. @param initial computes the signatures of attempts that do not bring their own */
export function createProbe(
  { url, publicKey, privateKey }: ServiceAccount,
  settings: Config['service'],
  initial: ComputeSignature,
  activities: FactsByActivity,
  { pause, onWait, onBusy }: Pauses,
): Probe {
  const zoneOf = zonesOf(activities);
  let compute = initial;
  let offsetMs = settings.clockOffsetSeconds * 1000;
  const { timeoutMs, maxResponseBytes } = settings;
  const wire = openConnectionPool({ baseUrl: url, maxConnections: 2, maxResponseBytes, timeoutMs, keepAlive: false });
  let isBusy = settings.busyPattern && rejectionMatching(settings.busyPattern);
  const signing = {
    header: settings.authHeader,
    publicKey,
    privateKey,
    version: settings.signature.version,
    now: () => Date.now() + offsetMs,
  };
  const once: Attempt = async (endpoint, activityId, input, own = compute) => {
    let reply: WireReply | null = null;
    const recorded: Exchange = async (request, headers, bounds) => (reply = await wire.exchange(request, headers, bounds));
    // A lane of its own, which nothing that happened before can influence.
    const now = () => performance.now();
    const lane = new Lane(
      {
        timeoutMs,
        retries: 0,
        retryBudget: new TokenBucket(retryBudgetRules, now()),
        paths: new ServicePaths(now),
        signer: new Signer({ ...signing, compute: own }),
        attempts: new ObservedAttempts({ observe: () => {}, baseUrl: url }),
        isBusy,
        random: Math.random,
        now,
      },
      { maxConcurrent: 1, maxQueued: 0 },
      recorded,
    );
    const newBoundary = () => randomUUID().replaceAll('-', '');
    const call = createCall((request, callOptions) => lane.send(request, callOptions), newBoundary, {
      secrets: [new Secret(publicKey), privateKey],
      zoneOf,
    });
    const startedAt = Date.now();
    const started = performance.now();
    const ended = () => {
      const milliseconds = Math.round(performance.now() - started);
      return { reply, milliseconds, at: startedAt + milliseconds / 2 };
    };
    try {
      return { output: await call(endpoint, activityId, input), ...ended() };
    } catch (error) {
      return { error, ...ended() };
    }
  };
  let waits = 0;
  let hasSucceeded = false;
  const lasting = new Set<string>();
  return {
    once,
    async attempt(endpoint, activityId, input, own) {
      for (;;) {
        // After the first wait, calls keep a distance that grows with each further one.
        if (waits > 0) await pause(waits * 500);
        const attempt = await once(endpoint, activityId, input, own);
        hasSucceeded ||= attempt.error === undefined;
        const waitMs = requestedWaitMs(attempt.error);
        if (waitMs !== null && waits < maxWaits) {
          waits += 1;
          onWait(waitMs);
          await pause(waitMs);
          continue;
        }
        const message = rejectionMessage(attempt.error);
        // A call with a signature of its own is rejected for that.
        if (message === null || own !== undefined || !hasSucceeded || lasting.has(message)) return attempt;
        await pause(busyPauseMs);
        const again = await once(endpoint, activityId, input);
        const isOther = again.error === undefined || ![message, null].includes(rejectionMessage(again.error));
        if (!isOther || patternOf(message) === '') {
          lasting.add(message);
          return attempt;
        }
        waits += 1;
        isBusy = rejectionMatching(new RegExp(patternOf(message), 'u'));
        onBusy(message);
        return { ...again, busyMessage: message };
      }
    },
    use: (other) => void (compute = other),
    useTime: (offsetSeconds) => void (offsetMs = offsetSeconds * 1000),
    close: () => wire.destroy(),
  };
}

const rejectionMessage = (error: unknown): string | null => (error instanceof UpstreamRejectedError ? error.serviceMessage : null);

/** A regular expression for messages that begin like this one; it has no quotes or escapes. Empty if the message begins with a number. */
export const patternOf = (message: string): string =>
  message
    .slice(0, 100)
    .split(/[\p{N}*]/u)[0]!
    .replaceAll(/[^\p{L} ]/gu, '.')
    .replace(/[. ]+$/, '');

/** How long the service wants no further call, in milliseconds; null if it takes them. */
function requestedWaitMs(error: unknown): number | null {
  const isLimited = error instanceof UpstreamRateLimitedError;
  if (!isLimited && !(error instanceof UpstreamUnavailableError && error.reply?.status === 503)) return null;
  const waitMs = error.retryAfterMs ?? (isLimited ? 1_000 : null);
  return waitMs && Math.min(waitMs, maxWaitMs);
}
