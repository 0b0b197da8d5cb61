/* What tests of the transport share: a request, a reply, a signature, settings. */

import { Secret } from '../../../src/primitives/secret.js';
import { TokenBucket } from '../../../src/primitives/token-bucket.js';
import type { ActivityId } from '../../../src/records/ids.js';
import type { CallOptions, Exchange, WireReply, WireRequest } from '../../../src/service/transport/exchange.js';
import { Lane, retryBudgetRules, type LaneDependencies } from '../../../src/service/transport/lane.js';
import { observedAttempts, type ObserveAttempt } from '../../../src/service/transport/observation.js';
import { ServicePaths } from '../../../src/service/transport/paths.js';
import { signer, type ComputeSignature, type Sign } from '../../../src/service/transport/signing.js';

/** A request to an endpoint, with the members that a test replaces. */
export function request(overrides: Partial<WireRequest> = {}): WireRequest {
  return {
    endpointPath: '/api/ticket/data',
    method: 'POST',
    target: '/api/ticket/data',
    contentType: null,
    body: null,
    auth: 'none',
    activityId: 1001 as ActivityId,
    repeatable: true,
    ...overrides,
  };
}

export const reply: WireReply = { status: 200, headers: {}, body: Buffer.from('{}') };

const now = () => performance.now();

export const signBy = (compute: ComputeSignature): Sign =>
  signer({ header: 'Service-Auth', publicKey: 'public', privateKey: new Secret('private'), version: 1, compute, now: Date.now });

interface LaneSettings extends Partial<LaneDependencies> {
  readonly maxConcurrent?: number;
  readonly observe?: ObserveAttempt;
}

/** What lanes share in tests: ten seconds for a call, two retries, half of each backoff. */
export function laneDependencies({ observe = () => {}, ...overrides }: LaneSettings = {}): LaneDependencies {
  return {
    timeoutMs: 10_000,
    retries: 2,
    retryBudget: new TokenBucket(retryBudgetRules, now()),
    paths: new ServicePaths(now),
    sign: signBy(() => 'a'.repeat(32)),
    beginAttempt: observedAttempts({ observe, baseUrl: 'http://localhost' }),
    isBusy: null,
    random: () => 0.5,
    now,
    ...overrides,
  };
}

/** A lane over an exchange, with room for hundreds of calls. Its replies are read as they are. */
export function laneOver(exchange: Exchange, settings: LaneSettings = {}) {
  const lane = new Lane(laneDependencies(settings), { maxConcurrent: settings.maxConcurrent ?? 1_000, maxQueued: 500 }, exchange);
  return { send: (sent: WireRequest, options?: CallOptions) => lane.send(sent, (received) => received, options) };
}

/** Null, or what a call fails with. */
export const failureOf = (call: Promise<unknown>): Promise<any> =>
  call.then(
    () => null,
    (error: unknown) => error,
  );
