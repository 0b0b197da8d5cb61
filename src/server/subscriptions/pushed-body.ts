/* Reads the body of a pushed check-in: JSON, a form, or multipart. */

import busboy from 'busboy';
import { type Json, jsonNumberOf, parseExactly } from '../../primitives/json.js';
import { parseCallerJson } from '../http/caller-json.js';
import { badRequest, HttpError, tooManyValues } from '../http/http-error.js';
import { isJson, typeName } from '../http/media-type.js';
import { notUtf8, utf8Parameters, utf8Text } from '../http/utf8.js';

/** The maximum number of levels of objects and lists in a pushed JSON. Deeper values can exhaust the stack of what writes them again. */
const maxLevels = 100;

type BodyParser = (bytes: Buffer, contentType: string, maxValues: number) => Json | Promise<Json>;

/**
 * Returns the parser for the content type of a push. The values of a form are strings: one by its name, several of one name as a list.
 * Files are ignored. A body that is typed as a form and begins as a JSON object or list is JSON: curl of PHP types every text as a form.
 * The parser throws HttpError 400 for a body that does not parse, is not UTF-8, or is null, and 413 beyond MAX_BODY_VALUES.
 * @throws HttpError 415 for a content type that is neither JSON nor a form
 */
export function parserOf(contentType: string | undefined): BodyParser {
  if (isJson(contentType)) return parseJson;
  const formParser = formParsers.get(typeName(contentType));
  if (formParser === undefined)
    throw new HttpError(415, 'The body must be application/json in UTF-8, application/x-www-form-urlencoded or multipart/form-data.');
  return (bytes, type, maxValues) => (isWrittenAsJson(bytes) ? parseJson : formParser)(bytes, type, maxValues);
}

const formParsers: ReadonlyMap<string, BodyParser> = new Map<string, BodyParser>([
  ['application/x-www-form-urlencoded', parseForm],
  ['multipart/form-data', parseMultipart],
]);

/** Whether a body begins as a JSON object or list. A form does not: its brackets are percent-encoded, or it begins with its boundary. */
const isWrittenAsJson = (bytes: Buffer): boolean => /^(?:\s|\xEF\xBB\xBF)*[{[]/.test(bytes.toString('latin1', 0, 100));

function parseJson(bytes: Buffer, _contentType: string, maxValues: number): Json {
  const parse = (text: string) => parseExactly(text, bytes, jsonNumberOf);
  const value = parseCallerJson(utf8Text(bytes), maxValues, 'The body is not JSON.', parse) as Json;
  if (value === null) throw badRequest('The body is null.');
  if (isDeeperThan(maxLevels, value)) throw badRequest(`The body has more than ${maxLevels} levels of objects and lists.`);
  return value;
}

function isDeeperThan(levels: number, value: Json): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value as Readonly<Record<string, Json>>).some((item) => isDeeperThan(levels - 1, item));
}

function parseForm(bytes: Buffer, _contentType: string, maxValues: number): Json {
  const form = new Form(maxValues);
  for (const [name, value] of utf8Parameters(utf8Text(bytes), 'body')) form.add(name, value);
  return form.json();
}

function parseMultipart(bytes: Buffer, contentType: string, maxValues: number): Promise<Json> {
  return new Promise((resolve, reject) => {
    const malformed = () => reject(badRequest('The body is malformed multipart/form-data.'));
    // The whole body is within MAX_BODY_BYTES already, so no part of it is cut.
    const limits = { fieldNameSize: bytes.length, fieldSize: bytes.length };
    let parser: busboy.Busboy;
    try {
      parser = busboy({ headers: { 'content-type': contentType }, defParamCharset: 'utf8', limits });
    } catch {
      return malformed();
    }
    const form = new Form(maxValues);
    // The decoder writes U+FFFD for each invalid byte, which is a character of the body itself if its bytes occur there. Contrary to its type,
    // a value is undefined if its part names a charset that the decoder lacks.
    const isLost = (text: string | undefined) => text === undefined || (text.includes('\uFFFD') && !bytes.includes(text));
    // No listener for files: busboy then skips them. Their streams emit errors of their own, such as for a file that is cut off.
    parser.on('field', (name, value) => {
      if (isLost(name) || isLost(value)) reject(notUtf8('body'));
      if (form.isFull) reject(form.tooLarge());
      else form.add(name, value);
    });
    parser.on('error', malformed);
    parser.on('close', () => resolve(form.json()));
    parser.end(bytes);
  });
}

/** The fields of a form by name, as many as a body may have values. */
class Form {
  readonly #values = new Map<string, string[]>();
  #count = 0;

  constructor(private readonly maximum: number) {}

  get isFull(): boolean {
    return this.#count >= this.maximum;
  }

  tooLarge(): HttpError {
    return tooManyValues(this.maximum, this.#count + 1);
  }

  /** @throws HttpError 413 if the form is full */
  add(name: string, value: string): void {
    if (this.isFull) throw this.tooLarge();
    this.#count += 1;
    const values = this.#values.get(name);
    if (values) values.push(value);
    else this.#values.set(name, [value]);
  }

  json(): Json {
    return Object.fromEntries([...this.#values].map(([name, values]) => [name, values.length === 1 ? values[0]! : values]));
  }
}
