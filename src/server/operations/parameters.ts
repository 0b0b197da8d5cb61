/* The parameters of a GraphQL request over HTTP: read from a body or a query string, with their types checked. */

import { isObject } from '../../primitives/values.js';
import { parseCallerJson, utf8Parameters } from '../http/request.js';
import { badRequest } from '../http/response.js';

/** The parameters of a GraphQL request over HTTP; their types are checked. */
export interface RequestParameters {
  readonly query: string | undefined;
  /** The id of a document that stands for `query`. */
  readonly documentId: string | undefined;
  readonly operationName: string | undefined;
  readonly variables: Record<string, unknown> | undefined;
  readonly extensions: Record<string, unknown> | undefined;
}

/** Reads the parameters from the body of a POST. @throws HttpError 400; 413 beyond MAX_BODY_VALUES */
export function parametersOfBody(text: string, maxValues: number): RequestParameters {
  const body = parseCallerJson(text, maxValues, 'The body must be JSON.');
  if (Array.isArray(body)) throw badRequest('Batched requests are not supported: the body must be one JSON object, not a list.');
  if (!isObject(body)) throw badRequest('The body must be a JSON object.');
  return parametersOf(body);
}

/** Reads the parameters from the query string of a GET. @throws HttpError 400; 413 beyond MAX_BODY_VALUES */
export function parametersOfSearch(search: string, maxValues: number): RequestParameters {
  const query = utf8Parameters(search, 'query string');
  const map = (name: string) => {
    const text = query.get(name);
    return text === null || text === '' ? undefined : parseCallerJson(text, maxValues, `The parameter "${name}" must be JSON.`);
  };
  return parametersOf({
    query: query.get('query'),
    documentId: query.get('documentId'),
    operationName: query.get('operationName'),
    variables: map('variables'),
    extensions: map('extensions'),
  });
}

/** Reads the parameters from the members of a request. A document is required: its text, its id, or its hash. @throws HttpError 400 */
export function parametersOf({ query, documentId, operationName, variables, extensions }: Record<string, unknown>): RequestParameters {
  if (!isAbsentOr(documentId, isString)) throw badRequest('The parameter "documentId" must be a string.');
  const named = Boolean(documentId) || (isObject(extensions) && isObject(extensions['persistedQuery']));
  const text = named && query === '' ? undefined : query;
  if (text === undefined || text === null) {
    if (!named) throw badRequest('The request names no document: send "query" or "documentId".');
  } else if (typeof text !== 'string') throw badRequest('The parameter "query" must be a string.');
  else if (text === '') throw badRequest('The parameter "query" is empty. Send the text of an operation.');
  if (!isAbsentOr(operationName, isString)) throw badRequest('The parameter "operationName" must be a string.');
  if (!isAbsentOr(variables, isObject)) throw badRequest('The parameter "variables" must be a JSON object.');
  if (!isAbsentOr(extensions, isObject)) throw badRequest('The parameter "extensions" must be a JSON object.');
  return {
    query: text ?? undefined,
    documentId: documentId || undefined,
    operationName: operationName || undefined,
    variables: variables ?? undefined,
    extensions: extensions ?? undefined,
  };
}

const isString = (value: unknown): value is string => typeof value === 'string';
const isAbsentOr = <T>(value: unknown, is: (value: unknown) => value is T): value is T | null | undefined =>
  value === undefined || value === null || is(value);
