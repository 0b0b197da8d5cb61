import type { ActivityId } from '../../src/model/ids.js';
import type { CallBounds, WireRequest } from '../../src/transport/transport.js';

/** A request as an operation makes it, but for what a test changes. */
export function request(overrides: Partial<WireRequest>): WireRequest {
  return {
    operation: '/api/ticket/data',
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

/** Bounds that end when a test says so. */
export function bounds(signal: AbortSignal = new AbortController().signal): CallBounds {
  return { signal, expiresAt: Number.POSITIVE_INFINITY };
}
