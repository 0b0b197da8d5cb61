import { formatGlobalId, type ActivityId, type EntityKind, type ServiceId } from '../model/ids.js';
import * as decode from './decode.js';
import type { RawRecord } from './decode.js';
import { ScannedRecord } from './json/record-list.js';
import type { Source } from './source.js';

/** A record as it came, whose getters decode on demand: what nobody selects costs nothing, a broken field costs itself. */
export abstract class RecordView {
  readonly #raw: RawRecord;
  readonly #source: Source;

  constructor(raw: RawRecord, source: Source) {
    this.#raw = raw;
    this.#source = source;
  }

  #value(key: string): unknown {
    const raw = this.#raw;
    return raw instanceof ScannedRecord ? raw.get(key) : raw[key];
  }

  /** A member's raw value and where it stands, for a decoder. */
  protected read<T>(key: string, decoder: (raw: unknown, source: Source) => T): T {
    const raw = this.#value(key);
    return decoder(raw, this.#source.child(key));
  }

  /** "" for nothing. */
  protected text(key: string): string {
    const raw = this.#value(key);
    return typeof raw === 'string' ? this.#source.text(raw) : decode.text(raw, this.#source.child(key));
  }

  /** null for nothing. */
  protected optionalText(key: string): string | null {
    return this.text(key) || null;
  }

  protected int(key: string): number {
    const raw = this.#value(key);
    return typeof raw === 'number' && raw === (raw | 0) ? raw : decode.int(raw, this.#source.child(key));
  }

  /** Positive. */
  protected recordId(key: string): number {
    const raw = this.#value(key);
    return Number.isSafeInteger(raw) && (raw as number) > 0 ? (raw as number) : decode.recordId(raw, this.#source.child(key));
  }

  /** null for nothing. */
  protected instant(key: string): Date | null {
    const raw = this.#value(key);
    return decode.isPlainInstant(raw) ? new Date(raw * 1000) : decode.instant(raw, this.#source.child(key));
  }

  /** Whether a member is exactly this. */
  protected holds(key: string, value: unknown): boolean {
    return this.#value(key) === value;
  }

  /** null for nothing. */
  protected optionalInt(key: string): number | null {
    return decode.isBlank(this.#value(key)) ? null : this.int(key);
  }
}

/** A record that the graph knows by a global id. */
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
