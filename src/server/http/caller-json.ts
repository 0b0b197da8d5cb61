/* The JSON that callers send: request bodies, query strings, messages of WebSockets, pushes. It is parsed only if it has few enough values. */

import { badRequest, tooManyValues } from './http-error.js';

/**
 * Parses JSON of a caller. Its values are counted first, because bytes alone do not bound memory: objects take twenty times their text `{},`.
 * The message of JSON.parse is not used, because it quotes the text.
 * @param maximum MAX_BODY_VALUES
 * @param invalid the message for a text that is not JSON
 * @throws HttpError 413 for too many values, 400 for a text that is not JSON
 */
export function parseCallerJson(text: string, maximum: number, invalid: string, parse: (text: string) => unknown = JSON.parse): unknown {
  // A value takes two characters at least, so the count of a short text is not needed.
  const values = text.length > 2 * maximum ? countJsonValues(text) : 0;
  if (values > maximum) throw tooManyValues(maximum, values);
  try {
    return parse(text);
  } catch {
    throw badRequest(invalid);
  }
}

/**
 * Returns the number of objects, lists and scalars in a JSON text, the outermost included: the first, one after each comma, and one after each
 * bracket that is not closed immediately. Names of members are not values. For a text that is not JSON: at least what JSON.parse makes of it.
 */
export function countJsonValues(text: string): number {
  let values = 1;
  let inString = false;
  let isAfterBracket = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === backslash) at += 1;
      else if (code === quote) inString = false;
    } else if (code > space) {
      if (code === comma || (isAfterBracket && code !== closeBrace && code !== closeBracket)) values += 1;
      isAfterBracket = code === openBrace || code === openBracket;
      inString = code === quote;
    }
  }
  return values;
}

/** Returns the outermost level of a JSON text: `{"id":"1","payload":{"x":[]}}` becomes `{"id":"1","payload":null}`. */
export function outermostLevel(text: string): string {
  let level = '';
  let from = 0;
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === backslash) at += 1;
      else if (code === quote) inString = false;
    } else if (code === quote) inString = true;
    else if (code === openBrace || code === openBracket) {
      if (depth === 1) level += `${text.slice(from, at)}null`;
      depth += 1;
    } else if (code === closeBrace || code === closeBracket) {
      depth -= 1;
      if (depth === 1) from = at + 1;
    }
  }
  return level + text.slice(from);
}

const space = 0x20;
const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
