/* Measures a response while it is made, and stops it at MAX_RESPONSE_BYTES. */

import { GraphQLError } from 'graphql';
import { QueryTooComplexError } from '../../records/errors.js';

/** The least number of bytes that path, locations and extensions of an error take. */
const bytesOfError = 200;
/** Shorter texts are counted in characters while the response is small, because counting their bytes takes longer. */
const longText = 1000;

/** Ends an execution whose response has become too large. It never reaches a caller; see `error`. */
const tooLarge = new Error('The response is too large.');

/**
 * The size of a response, counted while it grows: names, punctuation, texts, JSON values and errors. It is a lower bound: a response that
 * exceeds the maximum here certainly exceeds it. Escapes do not count, and in the first eighth of the maximum a short text such as "魏" counts
 * as one character, not as three bytes. The server measures the serialized response exactly.
 */
export class ResponseSize {
  #bytes = 0;

  constructor(readonly maximum: number) {}

  get exceeded(): boolean {
    return this.#bytes > this.maximum;
  }

  /** Adds to the size. @throws the error that ends the execution, once the response is too large */
  add(bytes: number): void {
    if ((this.#bytes += bytes) > this.maximum) throw tooLarge;
  }

  /** Whether the bytes of every text must be counted. */
  get isExact(): boolean {
    return this.#bytes > this.maximum / 8;
  }

  addText(text: string): void {
    this.add(text.length > longText || this.isExact ? Buffer.byteLength(text) : text.length);
  }

  addJson(value: unknown): void {
    this.add(JSON.stringify(value)?.length ?? 0);
  }

  addError(error: GraphQLError): void {
    this.add(bytesOfError + error.message.length);
  }

  /** The error that replaces the response. */
  error(): GraphQLError {
    return responseTooLarge(this.maximum, this.#bytes);
  }
}

export function responseTooLarge(maximum: number, actual: number): GraphQLError {
  const error = new QueryTooComplexError('MAX_RESPONSE_BYTES', maximum, actual);
  return new GraphQLError(error.message, { originalError: error, extensions: { code: error.code, ...error.details() } });
}
