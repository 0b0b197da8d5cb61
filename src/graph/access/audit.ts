import type { SsoLoginResult } from '../../domain/sso-logins.js';
import type { RegistrationResult } from '../../model/registration.js';
import { OutcomeUnknownError } from '../../model/upstream-errors.js';

/** One thing that an operation did with people's data, or was refused: names and numbers, never a value. */
export interface AuditEntry {
  /** Coordinates such as `Attendee.name`. */
  readonly fields: readonly string[];
  /** How many objects were read, registered, or refused. */
  readonly count: number;
  readonly outcome: ReadOutcome | RegistrationOutcome | SignOnOutcome | 'forbidden';
}

/** How an operation that read attendees ended as a whole. */
export type ReadOutcome = 'ok' | 'partial' | 'failed';
export type RegistrationOutcome = 'registered' | 'replayed' | 'refused' | 'unknown' | 'failed';
export type SignOnOutcome = 'issued' | 'refused' | 'unknown' | 'failed';

/** Collects what one operation did with people's data. */
export class Audit {
  readonly #fields = new Set<string>();
  readonly #objects = new Set<object>();
  readonly #refused = new Map<string, number>();
  #writes: AuditEntry[] = [];
  /** Writes that have not ended yet. */
  readonly #begun = new Set<Pick<AuditEntry, 'fields' | 'count'>>();

  /** Records a field that is read, even if no object is found. */
  reading(field: string): void {
    this.#fields.add(field);
  }

  /** Notes one whose fields are given out; the same object counts once. */
  found(object: object): void {
    this.#objects.add(object);
  }

  /** Notes a field that the caller lacks a scope for. */
  refused(field: string): void {
    this.#refused.set(field, (this.#refused.get(field) ?? 0) + 1);
  }

  /** Notes how a registration ends. */
  async registration(attendees: number, result: Promise<RegistrationResult>): Promise<RegistrationResult> {
    const note = this.#begin({ fields: ['Mutation.addAttendees'], count: attendees });
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
  async ssoLogin(result: Promise<SsoLoginResult>): Promise<SsoLoginResult> {
    const note = this.#begin({ fields: ['Mutation.ssoLogin'], count: 1 });
    try {
      const ended = await result;
      note(ended.login === null ? 'refused' : 'issued');
      return ended;
    } catch (error) {
      note(error instanceof OutcomeUnknownError ? 'unknown' : 'failed');
      throw error;
    }
  }

  #begin(write: Pick<AuditEntry, 'fields' | 'count'>): (outcome: RegistrationOutcome | SignOnOutcome) => void {
    this.#begun.add(write);
    return (outcome) => {
      if (this.#begun.delete(write)) this.#writes.push({ ...write, outcome });
    };
  }

  /** For an operation that is given up: writes that have not ended are of unknown outcome. */
  giveUp(): void {
    for (const write of this.#begun) this.#writes.push({ ...write, outcome: 'unknown' });
    this.#begun.clear();
  }

  /** What was noted since the last call: each write, then all reads as one, then all refusals as one. */
  take(readOutcome: ReadOutcome): readonly AuditEntry[] {
    const entries = this.#writes;
    if (this.#fields.size > 0) entries.push({ fields: [...this.#fields], count: this.#objects.size, outcome: readOutcome });
    if (this.#refused.size > 0)
      entries.push({ fields: [...this.#refused.keys()], count: sum(this.#refused.values()), outcome: 'forbidden' });
    if (entries.length > 0) this.#writes = [];
    // Even an empty collection allocates a new table when it is cleared.
    for (const recorded of [this.#fields, this.#objects, this.#refused]) if (recorded.size > 0) recorded.clear();
    return entries;
  }
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
