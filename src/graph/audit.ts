import type { RegistrationResult } from '../model/registration.js';
import type { SignOnResult } from '../domain/sign-ons.js';
import { OutcomeUnknownError } from '../model/upstream-errors.js';
import { accessTable } from './access-table.js';

/** What one operation did with people's data: how often and how it ended, never a value. */
export interface AuditRecord {
  /** How often each personal field was read, by its coordinate. */
  readonly personalFields: Readonly<Record<string, number>>;
  readonly registrations: readonly { readonly attendees: number; readonly outcome: RegistrationEnd }[];
  readonly signOns: readonly SignOnEnd[];
}
export type RegistrationEnd = 'registered' | 'replayed' | 'refused' | 'unknown' | 'failed';
export type SignOnEnd = 'issued' | 'refused' | 'unknown' | 'failed';

/** Scopes that open personal data. */
const personalScopes = ['attendees:pii', 'checkin:read'] as const;

/** Fields that open personal data: what lies below them was reached through them. */
const personalFields: readonly string[] = [
  ...Object.entries(accessTable).flatMap(([typeName, { reach, fields }]) =>
    personalScopes.flatMap((scope) => (reach === scope ? [] : (fields[scope] ?? '').split(' ').filter(Boolean).map((name) => `${typeName}.${name}`))),
  ),
  // A look-up by one of these tells whether somebody is there.
  ...['mobile', 'email', 'openId'].map((name) => `AttendeeLookup.${name}`),
];

/** The number under which reads of a personal field are counted; -1 for any other field. */
export const personalFieldNumber = (typeName: string, fieldName: string): number => personalFields.indexOf(`${typeName}.${fieldName}`);

/** Collects what is to be told of one operation. */
export class Audit {
  #reads: number[] | null = null;
  readonly #registrations: AuditRecord['registrations'][number][] = [];
  readonly #signOns: SignOnEnd[] = [];

  /** Called for every value that is read, so it does next to nothing. */
  readPersonal(fieldNumber: number): void {
    this.#reads ??= new Array<number>(personalFields.length).fill(0);
    this.#reads[fieldNumber]! += 1;
  }

  /** Notes how a registration ends. */
  async registration(attendees: number, result: Promise<RegistrationResult>): Promise<RegistrationResult> {
    const note = (outcome: RegistrationEnd) => this.#registrations.push({ attendees, outcome });
    try {
      const ended = await result;
      note(ended.outcome === null ? 'refused' : ended.replayed ? 'replayed' : 'registered');
      return ended;
    } catch (error) {
      note(error instanceof OutcomeUnknownError ? 'unknown' : 'failed');
      throw error;
    }
  }

  /** Notes how a sign-on ends. */
  async signOn(result: Promise<SignOnResult>): Promise<SignOnResult> {
    try {
      const ended = await result;
      this.#signOns.push(ended.login === null ? 'refused' : 'issued');
      return ended;
    } catch (error) {
      this.#signOns.push(error instanceof OutcomeUnknownError ? 'unknown' : 'failed');
      throw error;
    }
  }

  /** null where there is nothing to tell. */
  get record(): AuditRecord | null {
    if (this.#reads === null && this.#registrations.length === 0 && this.#signOns.length === 0) return null;
    const counts = (this.#reads ?? []).map((count, number) => [personalFields[number]!, count] as const).filter(([, count]) => count > 0);
    return { personalFields: Object.fromEntries(counts), registrations: this.#registrations, signOns: this.#signOns };
  }
}
