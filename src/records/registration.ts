/* Registrations: what a caller sends, what the service replies, and the result of both. */

import type { ServiceId } from './ids.js';
import type { UserError } from './user-error.js';

/** The input of a registration: one contact who registers one or more people (§4.2). */
export interface NewRegistration {
  readonly contact: { readonly name: string; readonly mobile: string };
  readonly registrants: readonly NewRegistrant[];
  readonly channel: string | null;
}

export interface NewRegistrant {
  readonly name: string;
  readonly mobile: string;
  /** Form answers for the fields besides name and mobile. */
  readonly fields: readonly { readonly name: string; readonly value: string }[];
  /** At most 10 characters (§8). */
  readonly signCode: string | null;
}

/** The service's reply to a registration: one entry for each registrant, in the order of the input (§4.2). */
export interface RegistrationReply {
  readonly description: string | null;
  readonly registrations: readonly RegisteredAttendee[];
}

/** The numbers and the code of a new attendee. */
export interface RegisteredAttendee {
  readonly serviceId: ServiceId;
  readonly signCode: string;
  readonly orderId: string | null;
}

export interface RegistrationResult {
  /** null if nothing was registered. */
  readonly reply: RegistrationReply | null;
  /** Whether this is the result of another call with the same idempotency key, an earlier or a concurrent one. */
  readonly replayed: boolean;
  readonly userErrors: readonly UserError[];
}
