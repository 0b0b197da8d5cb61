import { UpstreamInvalidResponseError } from '../model/upstream-errors.js';
import type { Json } from '../model/json.js';

/** Where in which answer a value stands, and how its texts are to be read. Costs nothing until something is wrong. */
export class Source {
  constructor(
    readonly operation: string,
    /** True when the answer's UTF-8 was taken as Latin-1: its texts are decoded when they are read. */
    readonly latin: boolean,
    readonly parent: Source | null = null,
    readonly key: string | number = '$',
  ) {}

  child(key: string | number): Source {
    return new Source(this.operation, this.latin, this, key);
  }

  /** The place as a path, such as $.data[3].time. */
  get path(): string {
    if (this.parent === null) return String(this.key);
    return this.parent.path + (typeof this.key === 'number' ? `[${this.key}]` : `.${pathKey.test(this.key) ? this.key : '*'}`);
  }

  /** The error for a value that is not what the interface promises. Never carries the value. */
  broken(expected: string): UpstreamInvalidResponseError {
    return new UpstreamInvalidResponseError(this.operation, this.path, expected);
  }

  /** A text of the answer as it was meant. */
  text(raw: string): string {
    return this.latin && beyondAscii.test(raw) ? Buffer.from(raw, 'latin1').toString('utf8') : raw;
  }

  /** The same place for a value whose texts are decoded already. */
  get decoded(): Source {
    return this.latin ? new Source(this.operation, false, this.parent, this.key) : this;
  }

  /** A value of the answer with all its texts as they were meant, without keys that could reach a prototype. */
  json(raw: unknown, depth = 0): Json {
    if (typeof raw === 'string') return this.text(raw);
    if (typeof raw !== 'object' || raw === null) return raw as Json;
    if (depth >= deepest) throw this.broken(`values nested at most ${deepest} deep`);
    if (Array.isArray(raw)) return raw.map((item) => this.json(item, depth + 1));
    const copy = Object.create(null) as Record<string, Json>;
    for (const [key, value] of Object.entries(raw)) copy[this.text(key)] = this.json(value, depth + 1);
    return copy;
  }
}

/** Deeper values could not be written as JSON again: whoever writes them runs out of stack. */
const deepest = 100;
const beyondAscii = /[\x80-\xff]/;
/** Keys of documented fields and dates. Any other key may hold anything and is not repeated. */
const pathKey = /^[A-Za-z_][A-Za-z0-9_]{0,63}$|^\d{4}-\d{2}-\d{2}$/;
