/* The result of an operation, and its outcome as a whole. */

import type { GraphQLFormattedError } from 'graphql';
import { JsonText } from '../primitives/json-writer.js';
import { hasOnlyNulls } from '../primitives/values.js';
import { EncodedText } from './http/response.js';

/** The result of an operation. Without `data`, nothing was executed. */
export interface Result {
  readonly errors?: readonly GraphQLFormattedError[];
  readonly data?: ResponseData | null;
  /** The data in the form that several requests share. `data` is omitted if the operation was not executed for this request. */
  readonly shared?: SharedData;
  readonly extensions?: Record<string, unknown>;
  /** Time for which the caller's own cache may reuse the response. Omitted if it may not. */
  readonly maxAgeSeconds?: number;
}

export type ResponseData = Record<string, unknown> | JsonText;

export type OperationType = 'query' | 'mutation' | 'subscription' | 'unknown';

/** The result of an operation as a whole; the help text of event_graph_operations_total explains the values. */
export type OperationOutcome = 'ok' | 'partial' | 'failed' | 'refused' | 'rate_limited';

/** Returns the outcome of an operation. Without any root field it has failed, although its data is not null. @param result undefined if it has thrown */
export function outcomeOf(result: Result | undefined): OperationOutcome {
  if (result === undefined) return 'failed';
  const { data, errors = [] } = result;
  if (errors.length === 0) return 'ok';
  if (data !== undefined) return data === null || hasOnlyNulls(data) ? 'failed' : 'partial';
  return errors.some((error) => error.extensions?.['code'] === 'RATE_LIMITED') ? 'rate_limited' : 'refused';
}

/** The data of a response that several requests share. Its JSON text is made once. */
export class SharedData {
  #data: Record<string, unknown> | JsonText | null;
  #body: EncodedText | null = null;

  constructor(data: Record<string, unknown> | JsonText) {
    this.#data = data;
  }

  get body(): EncodedText {
    if (this.#body === null) {
      this.#body = dataOnly(this.#data);
      // The text outlives the request, and the data would take several times its memory.
      this.#data = null;
    }
    return this.#body;
  }

  bodyWith(extensions: Record<string, unknown>): string {
    return `${this.body.toString().slice(0, -1)},"extensions":${JSON.stringify(extensions)}}`;
  }
}

const dataOnly = (data: Record<string, unknown> | JsonText | null): EncodedText =>
  data instanceof JsonText ? EncodedText.ofBytes(data.bytes) : EncodedText.of(`{"data":${JSON.stringify(data)}}`);
