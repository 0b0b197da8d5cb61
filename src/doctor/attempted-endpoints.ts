/* Which endpoints the doctor attempts, and with which input. */

import type { ServiceId } from '../records/ids.js';
import { type Endpoint, endpoints, type Endpoints, type InputOf, type WholeListName } from '../service/endpoints.js';

/** The values that the inputs are made from. */
export interface SampleFacts {
  readonly pageSize: number;
  /** An attendee of the page that was read; null if it has none. */
  readonly attendeeId: ServiceId | null;
}

/**
 * The input with which the doctor attempts an endpoint. A function returns null if there is nothing to read. A row that is null means that
 * the endpoint is never attempted. A new endpoint of endpoints.ts does not compile without a row, unless it lists content and has no input.
 */
const inputs: { readonly [Name in Exclude<keyof Endpoints, WholeListName>]: ((facts: SampleFacts) => InputOf<Name> | null) | null } = {
  addAttendees: null, // It writes.
  listAttendees: ({ pageSize }) => ({ page: 1, pageSize }),
  getAttendee: ({ attendeeId }) => (attendeeId === null ? null : { id: attendeeId }),
  lookUpCheckIn: null, // It needs the token of a check-in point.
  listCategories: () => ({}),
  listGoods: () => ({}),
  ssoLogin: null, // It may write.
};

export interface AttemptedEndpoint {
  readonly endpoint: Endpoint<unknown, unknown>;
  readonly inputFrom: (facts: SampleFacts) => unknown;
}

/** The endpoints that the doctor attempts, in the order of endpoints.ts and of its report. */
export const attemptedEndpoints: readonly AttemptedEndpoint[] = Object.entries(endpoints).flatMap(([name, endpoint]) => {
  const inputFrom = name in inputs ? inputs[name as keyof typeof inputs] : () => undefined;
  return inputFrom === null ? [] : [{ endpoint: endpoint as Endpoint<unknown, unknown>, inputFrom }];
});
