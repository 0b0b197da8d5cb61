import { badRequest } from '../http/refusal.js';

/** What a GraphQL request over HTTP says, with nothing of a wrong type. */
export interface Parameters {
  readonly query: string | undefined;
  readonly operationName: string | undefined;
  readonly variables: Record<string, unknown> | undefined;
  readonly extensions: Record<string, unknown> | undefined;
}

/** Of a POST. @throws Refusal 400 */
export function parametersOfBody(text: string): Parameters {
  const body = parseJson(text, 'The body must be JSON.');
  if (Array.isArray(body)) throw badRequest('Batches are off: the body must be one JSON object, not a list.');
  if (!isMap(body)) throw badRequest('The body must be a JSON object.');
  return check(body['query'], body['operationName'], body['variables'], body['extensions']);
}

/** Of a GET. @throws Refusal 400 */
export function parametersOfSearch(search: string): Parameters {
  const given = new URLSearchParams(search);
  const map = (name: string) => {
    const text = given.get(name);
    return text === null || text === '' ? undefined : parseJson(text, `The parameter "${name}" must be JSON.`);
  };
  return check(given.get('query'), given.get('operationName'), map('variables'), map('extensions'));
}

function check(query: unknown, operationName: unknown, variables: unknown, extensions: unknown): Parameters {
  const persisted = isMap(extensions) && isMap(extensions['persistedQuery']);
  if (query === undefined || query === null) {
    if (!persisted) throw badRequest('The parameter "query" is missing.');
  } else if (typeof query !== 'string') throw badRequest('The parameter "query" must be a string.');
  else if (query === '') throw badRequest('The parameter "query" is empty.');
  if (!isAbsentOr(operationName, isString)) throw badRequest('The parameter "operationName" must be a string.');
  if (!isAbsentOr(variables, isMap)) throw badRequest('The parameter "variables" must be a JSON object.');
  if (!isAbsentOr(extensions, isMap)) throw badRequest('The parameter "extensions" must be a JSON object.');
  return {
    query: query ?? undefined,
    operationName: operationName || undefined,
    variables: variables ?? undefined,
    extensions: extensions ?? undefined,
  };
}

/** The parser's own message quotes the text, so it is dropped. */
function parseJson(text: string, message: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest(message);
  }
}

const isString = (value: unknown): value is string => typeof value === 'string';
const isMap = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isAbsentOr = <T>(value: unknown, is: (value: unknown) => value is T): value is T | null | undefined =>
  value === undefined || value === null || is(value);
