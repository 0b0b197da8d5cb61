import type { ActivityId } from '../../../src/records/ids.js';
import type { CallBounds, WireRequest } from '../../../src/service/transport/transport.js';

/** A request to an endpoint, with the members that a test replaces. */
export function request(overrides: Partial<WireRequest>): WireRequest {
  return {
    endpointPath: '/api/ticket/data',
    method: 'POST',
    target: '/api/ticket/data',
    headers: {},
    body: null,
    auth: 'service',
    activityId: 1001 as ActivityId,
    repeatable: true,
    ...overrides,
  };
}

/** Limits of a call that end when a test aborts the signal. */
export function bounds(signal: AbortSignal = new AbortController().signal): CallBounds {
  return { signal, expiresAt: Number.POSITIVE_INFINITY };
}
