/* Which endpoints the doctor attempts, and with which input. */

import type { Endpoint } from '../endpoint/endpoint.js';
import { endpoints, type Endpoints, type InputOf } from '../endpoint/endpoints.js';
import type { ServiceId } from '../model/ids.js';

/** What the inputs are made of. */
export interface SampleFacts {
  readonly pageSize: number;
  /** An attendee of the page that was read; null if it has none. */
  readonly attendeeId: ServiceId | null;
}

/**
 * The input with which the doctor attempts each endpoint, in this order. It returns null where there is nothing to read. null in
 * place of a function: the endpoint is not attempted. A new endpoint of endpoints.ts does not compile without a row.
 */
const inputs: { readonly [Name in keyof Endpoints]: ((facts: SampleFacts) => InputOf<Name> | null) | null } = {
  getFormFields: () => undefined,
  addAttendees: null, // It writes.
  listAttendees: ({ pageSize }) => ({ page: 1, pageSize }),
  getAttendee: ({ attendeeId }) => (attendeeId === null ? null : { id: attendeeId }),
  lookUpCheckIn: null, // It needs the token of a check-in point.
  listSchedule: () => undefined,
  listArticles: () => undefined,
  listCategories: () => ({}),
  listTickets: () => undefined,
  listGoods: () => ({}),
  ssoLogin: null, // It may write.
};

/** An endpoint that the doctor attempts. */
export interface AttemptedEndpoint {
  readonly endpoint: Endpoint<unknown, unknown>;
  readonly inputFrom: (facts: SampleFacts) => unknown;
}

/** The endpoints that the doctor attempts, in the order of its report. */
export const attemptedEndpoints: readonly AttemptedEndpoint[] = Object.entries(inputs).flatMap(([name, inputFrom]) =>
  inputFrom === null ? [] : [{ endpoint: endpoints[name as keyof Endpoints] as Endpoint<unknown, unknown>, inputFrom }],
);
