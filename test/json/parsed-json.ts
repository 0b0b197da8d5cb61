/* What the suites of the parser share: a text in, the parsed JSON or null out. */

import { JsonBody, parseJson, type ParsedJson } from '../../src/json/json.js';

/** Parses a JSON text as a reply is parsed. @returns null for a text that is not parsed */
export function parsedJson(body: Buffer | JsonBody): ParsedJson | null {
  const parsed = parseJson(body instanceof JsonBody ? body : new JsonBody(body));
  return typeof parsed === 'string' ? null : parsed;
}
