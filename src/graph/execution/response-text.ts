/* The text of one response while it is written. A value that is not known yet leaves a place, which is filled later. */

import { GraphQLError } from 'graphql';
import { JsonText } from '../../primitives/encoded-text.js';
import { JsonWriter } from '../../primitives/json-writer.js';
import { QueryTooComplexError } from '../../records/errors.js';

/**
 * A place in the text. Of `{ activity { id tickets { name } } }`, for example, the text is `{"activity":{"id":"1001","tickets":}}` while
 * the tickets are read. It has a place behind the last colon, whose text becomes `[{"name":"Day"}]`.
 */
export class Place {
  /** Where its own text begins and ends. */
  start: number;
  end: number;
  /** The places in its text, in their order. */
  places: Place[] = [];

  /** It takes the place of the text from `from` to `to`, which is its text until it is filled. */
  constructor(
    readonly from: number,
    readonly to: number,
  ) {
    this.start = from;
    this.end = to;
  }
}

/** The least number of bytes that path, locations and extensions of an error take. */
const bytesOfError = 200;

/**
 * The text of one response. What is outside of places is written in order; a place is filled by text behind
 * all others, and copied to it at the end.
 */
export class ResponseText {
  /** Writes the text of the place that is being filled, behind that of all others. Another execution may have it after `end`. */
  readonly out = unused.pop() ?? new JsonWriter();
  readonly #whole = new Place(0, 0);
  /** The places in the text that is being written. */
  #places = this.#whole.places;
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

  /** Leaves a place for a value that is written later. */
  leavePlace(): Place {
    const place = new Place(this.out.length, this.out.length);
    this.#places.push(place);
    return place;
  }

  /** Writes the text of a place, instead of what it had. @returns what `write` returns; undefined after the end of the execution */
  fill<T>(place: Place, write: () => T): T | undefined {
    if (this.#hasEnded) return undefined;
    this.#places = place.places = [];
    place.start = this.out.length;
    try {
      return write();
    } finally {
      place.end = this.out.length;
    }
  }

  /** The number of places in the text that is being written. */
  get placeCount(): number {
    return this.#places.length;
  }

  /** Forgets the text from a length on, and the places after the first ones. */
  truncate(length: number, placeCount: number): void {
    this.out.truncate(length);
    this.#places.length = placeCount;
  }

  /** Makes a place of the text from a length on, with all places but the first ones, so that it can be replaced. */
  placeFrom(length: number, placeCount: number): Place {
    const place = new Place(length, this.out.length);
    place.places = this.#places.splice(placeCount, Infinity, place);
    return place;
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

  /** Ends the execution: no place is filled any more, and the memory is used again. */
  end(): void {
    this.#hasEnded = true;
    this.out.truncate(0);
    if (unused.length < maxUnused && this.out.capacity <= maxCapacity) unused.push(this.out);
  }
}

function addParts({ start, end, places }: Place, out: JsonWriter, parts: Buffer[]): void {
  let at = start;
  for (const place of places) {
    parts.push(out.bytes(at, place.from));
    addParts(place, out, parts);
    at = place.to;
  }
  parts.push(out.bytes(at, end));
}

/** Writers that no execution uses: one for each of as many executions as usually run at the same time. */
const unused: JsonWriter[] = [];
const maxUnused = 64;
const maxCapacity = 64 * 1024;

export function responseTooLarge(maximum: number, actual: number): GraphQLError {
  const error = new QueryTooComplexError('MAX_RESPONSE_BYTES', maximum, actual);
  return new GraphQLError(error.message, { originalError: error, extensions: { code: error.code, ...error.details() } });
}
