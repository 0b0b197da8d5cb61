import { GraphQLError } from 'graphql';
import { QueryTooComplexError } from '../../model/errors.js';

/** What the places, the locations and the extensions of an error take beside its message, at the least. */
const bytesOfError = 200;
/** Shorter texts are counted by their characters while the response is small: their bytes cost more to count. */
const longText = 1000;

/** Thrown through an execution whose response has become too large. */
const tooLarge = new Error('The response is larger than is served.');

/**
 * How large a response has become, counted while it grows: names, punctuation, texts, JSON values and errors. It is an
 * estimate from below (escapes are not counted, nor the bytes of short texts beyond ASCII in the first eighth), so that
 * what it refuses is too large; the written response is measured exactly.
 */
export class ResponseSize {
  #bytes = 0;

  constructor(readonly maximum: number) {}

  get exceeded(): boolean {
    return this.#bytes > this.maximum;
  }

  /** @throws an error that is none of the response's, once it is too large */
  add(bytes: number): void {
    if ((this.#bytes += bytes) > this.maximum) throw tooLarge;
  }

  addText(text: string): void {
    const exact = text.length > longText || this.#bytes > this.maximum / 8;
    this.add(exact ? Buffer.byteLength(text) : text.length);
  }

  addJson(value: unknown): void {
    this.add(JSON.stringify(value)?.length ?? 0);
  }

  addError(error: GraphQLError): void {
    this.add(bytesOfError + error.message.length);
  }

  /** The error that takes the response's place. */
  error(): GraphQLError {
    return responseTooLarge(this.maximum, this.#bytes);
  }
}

export function responseTooLarge(maximum: number, actual: number): GraphQLError {
  const error = new QueryTooComplexError('MAX_RESPONSE_BYTES', maximum, actual);
  return new GraphQLError(error.message, { originalError: error, extensions: { code: error.code, ...error.details() } });
}
