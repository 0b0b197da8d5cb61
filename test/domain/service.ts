import { listAttendees, type AttendeePage } from '../../src/endpoint/attendee.js';
import type { Endpoint } from '../../src/endpoint/endpoint.js';
import type { Upstream } from '../../src/domain/upstream.js';
import { decoded } from '../endpoint/operations.js';

export const row = (id: number, changes: Record<string, unknown> = {}) => ({ id, form_id: 1001, contact: `Attendee ${id}`, ...changes });

/** A page of the list as its endpoint decodes it. */
export function pageOf(rows: readonly unknown[], total: unknown): AttendeePage {
  return decoded(listAttendees, { code: 1, data: rows, total });
}

export interface Ask {
  readonly path: string;
  readonly input: any;
}

/** An upstream that answers from a function, and what was asked of it. */
export function upstreamOf(answer: (ask: Ask) => unknown): { upstream: Upstream; asked: Ask[] } {
  const asked: Ask[] = [];
  const read = async (endpoint: Endpoint<unknown, unknown>, _activityId: unknown, input: unknown) => {
    const ask = { path: endpoint.path, input };
    asked.push(ask);
    return decoded(endpoint, answer(ask), input);
  };
  return { upstream: { read, write: read } as unknown as Upstream, asked };
}
