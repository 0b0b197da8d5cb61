import { formatGlobalId, type ActivityId, type EntityKind, type ServiceId } from '../model/ids.js';
import * as decode from './decode.js';
import type { RawRecord } from './decode.js';
import { entriesOf, memberOf } from './json/json.js';
import type { Source } from './source.js';

/**
 * A record of a reply whose getters decode its members when they are read. A field that no query selects costs nothing, and an
 * invalid value fails its own field, not the record. Getters are not own properties: JSON.stringify and the spread operator do not
 * copy them.
 *
 * The views of a noun lie in its file, below its endpoints: `category.ts`. Where that file would be longer than 200 lines, the views of its
 * records have a file of their own: `attendee.view.ts` beside `attendee.ts`.
 */
export abstract class RecordView {
  readonly #raw: RawRecord;
  readonly #source: Source;

  constructor(raw: RawRecord, source: Source) {
    this.#raw = raw;
    this.#source = source;
  }

  #value(key: string): unknown {
    return memberOf(this.#raw, key);
  }

  /** The names on the wire and the raw values of all members, by which a record is compared with the interface. */
  rawMembers(): readonly (readonly [name: string, value: unknown])[] {
    return entriesOf(this.#raw);
  }

  /** A member, read by a decoder of its own. */
  protected read<T>(key: string, decoder: (raw: unknown, source: Source) => T): T {
    const raw = this.#value(key);
    return decoder(raw, this.#source.child(key));
  }

  /** A string. @returns "" for no value. */
  protected text(key: string): string {
    const raw = this.#value(key);
    return typeof raw === 'string' ? this.#source.text(raw) : decode.text(raw, this.#source.child(key));
  }

  /** A string. @returns null for no value. */
  protected optionalText(key: string): string | null {
    return this.text(key) || null;
  }

  /** An integer of 32 bits. */
  protected int(key: string): number {
    const raw = this.#value(key);
    return typeof raw === 'number' && raw === (raw | 0) ? raw : decode.int(raw, this.#source.child(key));
  }

  /** A positive integer. */
  protected recordId(key: string): number {
    const raw = this.#value(key);
    return Number.isSafeInteger(raw) && (raw as number) > 0 ? (raw as number) : decode.recordId(raw, this.#source.child(key));
  }

  /** A time. @returns null for no value and for 0. */
  protected instant(key: string): Date | null {
    const raw = this.#value(key);
    return decode.isPlainInstant(raw) ? new Date(raw * 1000) : decode.instant(raw, this.#source.child(key));
  }

  /** Whether a member has exactly this raw value. */
  protected holds(key: string, value: unknown): boolean {
    return this.#value(key) === value;
  }

  /** An integer of 32 bits. 0 is a value. @returns null for no value. */
  protected optionalInt(key: string): number | null {
    return decode.isBlank(this.#value(key)) ? null : this.int(key);
  }
}

/** A record that has a global id in the graph. */
export abstract class EntityView extends RecordView {
  abstract readonly kind: EntityKind;

  constructor(
    raw: RawRecord,
    source: Source,
    readonly activityId: ActivityId,
  ) {
    super(raw, source);
  }

  get serviceId(): ServiceId {
    return this.recordId('id') as ServiceId;
  }
  get id(): string {
    return formatGlobalId(this.kind, this.activityId, this.serviceId);
  }
}
