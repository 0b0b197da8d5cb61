/*
 * The text of one response while it is written, and its data when it is complete. A value that is not known yet leaves a placeholder, which
 * is filled later.
 */

import { GraphQLError } from 'graphql';
import { JsonWriter } from '../../primitives/json-writer.js';
import { QueryTooComplexError } from '../../records/errors.js';

/**
 * A position in the text that is filled later. Of `{ activity { id tickets { name } } }`, for example, the text is
 * `{"activity":{"id":"1001","tickets":}}` while the tickets are read. It has a placeholder behind the last colon, whose
 * text becomes `[{"name":"Day"}]`.
 */
export class Placeholder {
  /** Where its own text begins and ends. */
  start: number;
  end: number;
  /** The placeholders in its text, in their order. */
  placeholders: Placeholder[] = [];

  /** It replaces the text from `from` to `to`, which is its text until it is filled. */
  constructor(
    readonly from: number,
    readonly to: number,
  ) {
    this.start = from;
    this.end = to;
  }
}

/** Writers that no execution uses: one for each of as many executions as usually run at the same time. */
const unused: JsonWriter[] = [];
const maxUnused = 64;
const maxCapacity = 64 * 1024;

/** The least number of bytes that path, locations and extensions of an error take. */
const bytesOfError = 200;

/**
 * The text of one response. What is outside of placeholders is written in order. The text of a placeholder is written behind
 * all other text, and copied to its place at the end.
 */
export class ResponseText {
  /** Writes the text of the placeholder that is being filled, behind that of all others. Another execution may have it after `end`. */
  readonly out = unused.pop() ?? new JsonWriter();
  readonly #whole = new Placeholder(0, 0);
  /** The placeholders in the text that is being written. */
  #placeholders = this.#whole.placeholders;
  /** About the bytes of the errors, which are not in the text. */
  #errorBytes = 0;
  /** The error that replaces the response once it is too large; null before. */
  tooLarge: GraphQLError | null = null;
  #hasEnded = false;

  /** @param maximum the bytes of the response */
  constructor(private readonly maximum: number) {}

  /** Writes the data of the response. @returns what `write` returns */
  begin<T>(write: () => T): T {
    return this.fill(this.#whole, write) as T;
  }

  /** Leaves a placeholder for a value that is written later. */
  leavePlaceholder(): Placeholder {
    const placeholder = new Placeholder(this.out.length, this.out.length);
    this.#placeholders.push(placeholder);
    return placeholder;
  }

  /** Writes the text of a placeholder, instead of what it had. @returns what `write` returns; undefined after the end of the execution */
  fill<T>(placeholder: Placeholder, write: () => T): T | undefined {
    if (this.#hasEnded) return undefined;
    this.#placeholders = placeholder.placeholders = [];
    placeholder.start = this.out.length;
    try {
      return write();
    } finally {
      placeholder.end = this.out.length;
    }
  }

  /** The number of placeholders in the text that is being written. */
  get placeholderCount(): number {
    return this.#placeholders.length;
  }

  /** Forgets the text from a length on, and the placeholders after the first ones. */
  truncate(length: number, placeholderCount: number): void {
    this.out.truncate(length);
    this.#placeholders.length = placeholderCount;
  }

  /**
   * Makes a placeholder of the text from a length on, with all placeholders but the first ones, so that it can be replaced: `{"nodes":[…]}`
   * becomes null, for example, if a value in it that is not known yet turns out to be an error.
   */
  placeholderFrom(length: number, placeholderCount: number): Placeholder {
    const placeholder = new Placeholder(length, this.out.length);
    placeholder.placeholders = this.#placeholders.splice(placeholderCount, Infinity, placeholder);
    return placeholder;
  }

  /** Compares the size of the response with the maximum. @throws the error that ends the execution */
  assertSize(): void {
    const bytes = this.out.length + this.#errorBytes;
    if (bytes > this.maximum) throw (this.tooLarge = responseTooLarge(this.maximum, bytes));
  }

  /** Counts an error towards the size. @throws the error that ends the execution */
  countError(message: string): void {
    this.#errorBytes += bytesOfError + message.length;
    this.assertSize();
  }

  /** Returns the data of the response. */
  toJsonText(): JsonText {
    const parts: Buffer[] = [JsonText.beforeData];
    addParts(this.#whole, this.out, parts);
    parts.push(JsonText.afterData);
    return new JsonText(Buffer.concat(parts));
  }

  /** Ends the execution: no placeholder is filled any more, and the memory is used again. */
  end(): void {
    this.#hasEnded = true;
    this.out.truncate(0);
    if (unused.length < maxUnused && this.out.capacity <= maxCapacity) unused.push(this.out);
  }
}

function addParts({ start, end, placeholders }: Placeholder, out: JsonWriter, parts: Buffer[]): void {
  let at = start;
  for (const placeholder of placeholders) {
    parts.push(out.bytes(at, placeholder.from));
    addParts(placeholder, out, parts);
    at = placeholder.to;
  }
  parts.push(out.bytes(at, end));
}

/** The data of a response: the JSON text `{"data":…}`, which is the body of a response without errors and extensions. */
export class JsonText {
  static readonly beforeData = Buffer.from('{"data":');
  static readonly afterData = Buffer.from('}');

  /** @param bytes the text in UTF-8 */
  constructor(readonly bytes: Buffer) {}

  /** The value of `data`. */
  get value(): Buffer {
    return this.bytes.subarray(JsonText.beforeData.length, this.bytes.length - JsonText.afterData.length);
  }

  /** The number of the members of the data; 0 unless all of them are null. */
  get nullMembers(): number {
    const { value } = this;
    // Names contain no colon, and only null begins with this letter.
    if (value[value.indexOf(colon) + 1] !== letterN) return 0;
    const text = value.toString('latin1');
    return onlyNulls.test(text) ? text.split(':').length - 1 : 0;
  }
}

const colon = 0x3a;
const letterN = 0x6e;
const onlyNulls = /^\{(?:"\w+":null,?)*\}$/;

export function responseTooLarge(maximum: number, actual: number): GraphQLError {
  const error = new QueryTooComplexError('MAX_RESPONSE_BYTES', maximum, actual);
  return new GraphQLError(error.message, { originalError: error, extensions: { code: error.code, ...error.details() } });
}
