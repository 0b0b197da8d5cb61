import type { ServiceId } from './ids.js';
import type { UserError } from './user-error.js';

/** What §4.2 takes: one contact who registers one or more people. */
export interface NewRegistration {
  readonly contact: { readonly name: string; readonly mobile: string };
  readonly registrants: readonly NewRegistrant[];
  readonly channel: string | null;
}

export interface NewRegistrant {
  readonly name: string;
  readonly mobile: string;
  /** Answers to the further fields of the form. */
  readonly fields: readonly { readonly name: string; readonly value: string }[];
  /** At most 10 characters (§8). */
  readonly signCode: string | null;
}

/** What §4.2 answers, one entry per registrant, in the order given. */
export interface RegistrationOutcome {
  readonly description: string | null;
  readonly registrations: readonly RegisteredAttendee[];
}

export interface RegisteredAttendee {
  readonly serviceId: ServiceId;
  readonly signCode: string;
  readonly orderId: string | null;
}

/** What became of a registration. */
export interface RegistrationResult {
  /** null when nothing was registered. */
  readonly outcome: RegistrationOutcome | null;
  /** Whether this is the remembered outcome of an earlier call. */
  readonly replayed: boolean;
  readonly userErrors: readonly UserError[];
}
