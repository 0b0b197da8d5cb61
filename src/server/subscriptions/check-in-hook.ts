/* The handler of /hooks/check-in/{activityId}, to which the service pushes check-ins (§6). */

import busboy from 'busboy';
import { type Json, jsonNumberOf, parseExactly } from '../../primitives/json-text.js';
import type { Secret } from '../../primitives/secret.js';
import { parseActivityId, type ActivityId } from '../../records/ids.js';
import { createIsSecret } from '../authentication/secrets.js';
import type { ServerDependencies } from '../dependencies.js';
import { applicationJson, isJson, typeName } from '../http/media-type.js';
import { notUtf8, parseCallerJson, utf8Parameters, utf8Text, type HttpHandler, type HttpRequest } from '../http/request.js';
import { badRequest, contentTooLarge, HttpError, methodNotAllowed, unauthenticated } from '../http/response.js';

/** The dependencies of the hook: the address to which the service pushes check-ins (§6). */
export interface CheckInHook {
  /** The secrets of which the sender presents one. Without any the address does not exist. */
  readonly secrets: readonly Secret[];
  readonly activityIds: readonly ActivityId[];
  /** Sends a check-in to its subscribers. */
  readonly receive: (activityId: ActivityId, payload: Json) => void;
}

/** The path of the route of the hook. */
export const checkInHookPath = '/hooks/check-in/{activityId}';

/**
 * The handler of the check-in push. It checks the secret before the activity, the content type and the body, and responds before any
 * subscriber has received the check-in. Responses have the form of the service's own replies: `{"code":1,"msg":""}`.
 */
export function createCheckInHook(
  { secrets, activityIds, receive }: CheckInHook,
  { refusals, metrics, settings }: Pick<ServerDependencies, 'refusals' | 'metrics' | 'settings'>,
): HttpHandler {
  const isSecret = createIsSecret(secrets);
  return async (request) => {
    try {
      if (request.method !== 'POST') throw methodNotAllowed('POST');
      // All that are presented are checked: the duration must not depend on which one is valid.
      if (presentedSecrets(request).filter(isSecret).length === 0) {
        refusals.record(request.remoteAddress, request.id);
        throw unauthenticated(missingSecret);
      }
      request.logFields.caller = 'check-in hook';
      const activityId = activityIn(request);
      if (activityId === null || !activityIds.includes(activityId))
        throw new HttpError(404, 'This activity is not served. Push check-ins of the activities in EVENT_SERVICE_ACTIVITY_IDS.');
      const payload = await payloadOf(request, settings.maxBodyValues);
      metrics.countCheckIn();
      receive(activityId, payload);
      return reply(200, { code: 1, msg: '' });
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      return reply(error.status, { code: 0, msg: error.message }, error.headers);
    }
  };
}

/**
 * Returns the strings that a request presents as secrets of a hook: as `Authorization: Bearer`, in `x-hook-secret`, or as `?secret=` for
 * senders that can only be given an address. There is at most one from each of the places. A place with two does not count.
 */
function presentedSecrets(request: HttpRequest): readonly string[] {
  const headers = request.headerLists;
  const bearer = /^Bearer +(\S+)$/i.exec(single(headers['authorization']) ?? '')?.[1];
  return [bearer, single(headers['x-hook-secret']), secretInSearch(request.search)].filter((text) => text !== undefined);
}

const single = (values: readonly string[] = []): string | undefined => (values.length === 1 ? values[0] : undefined);

/** A plus is not decoded as a space: secrets contain no spaces, and addresses often contain a plus without its encoding. */
const secretInSearch = (search: string): string | undefined => single(new URLSearchParams(search.replaceAll('+', '%2B')).getAll('secret'));

const activityIn = ({ path }: HttpRequest): ActivityId | null => parseActivityId(path.slice(path.lastIndexOf('/') + 1));

const missingSecret = 'A valid secret is required: Authorization: Bearer SECRET, x-hook-secret: SECRET, or ?secret=SECRET.';

const reply = (status: number, body: { readonly code: 0 | 1; readonly msg: string }, headers: Readonly<Record<string, string>> = {}) => ({
  status,
  headers: { 'content-type': applicationJson, ...headers },
  body: JSON.stringify(body),
});

/** The maximum number of levels of objects and lists in a pushed JSON. Deeper values can exhaust the stack of what writes them again. */
const maxLevels = 100;

/**
 * Reads the body of a push. The values of a form are strings: one by its name, several of one name as a list. Files are ignored. A body
 * that is typed as a form and begins as a JSON object or list is JSON: curl of PHP types every text as a form.
 * @throws HttpError 415 for a content type that is neither JSON nor a form, 400 for a body that does not parse, is not UTF-8, or is null,
 * and 413 beyond MAX_BODY_BYTES or MAX_BODY_VALUES
 */
async function payloadOf(request: HttpRequest, maxValues: number): Promise<Json> {
  const contentType = request.headers['content-type'] ?? '';
  const type = typeName(contentType);
  const isMultipart = type === 'multipart/form-data';
  const isForm = isMultipart || type === 'application/x-www-form-urlencoded';
  if (!isForm && !isJson(contentType))
    throw new HttpError(415, 'The body must be application/json in UTF-8, application/x-www-form-urlencoded or multipart/form-data.');
  const bytes = await request.bytes();
  if (!isForm || isWrittenAsJson(bytes)) return parsePayload(bytes, maxValues);
  return jsonOfFields(isMultipart ? await multipartFields(bytes, contentType) : [...utf8Parameters(utf8Text(bytes), 'body')], maxValues);
}

/** Whether a body begins as a JSON object or list. A form does not: its brackets are percent-encoded, or it begins with its boundary. */
const isWrittenAsJson = (bytes: Buffer): boolean => /^(?:\s|\xEF\xBB\xBF)*[{[]/.test(bytes.toString('latin1', 0, 100));

function parsePayload(bytes: Buffer, maxValues: number): Json {
  const parse = (text: string) => parseExactly(Buffer.from(text), jsonNumberOf);
  const value = parseCallerJson(utf8Text(bytes), maxValues, 'The body is not JSON.', parse) as Json;
  if (value === null) throw badRequest('The body is null.');
  if (isDeeperThan(maxLevels, value)) throw badRequest(`The body has more than ${maxLevels} levels of objects and lists.`);
  return value;
}

function isDeeperThan(levels: number, value: Json): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value as Readonly<Record<string, Json>>).some((item) => isDeeperThan(levels - 1, item));
}

type PushedField = readonly [name: string, value: string];

/** Returns the fields of a form whose type is multipart/form-data. */
async function multipartFields(bytes: Buffer, contentType: string): Promise<readonly PushedField[]> {
  const fields: PushedField[] = [];
  try {
    // The whole body is within MAX_BODY_BYTES already, so no part of it is cut.
    const limits = { fieldNameSize: bytes.length, fieldSize: bytes.length };
    const parser = busboy({ headers: { 'content-type': contentType }, defParamCharset: 'utf8', limits });
    // busboy skips files, because there is no listener for them.
    parser.on('field', (name, value) => fields.push([name, value]));
    // It can report a second error, so the listener stays.
    await new Promise((resolve, reject) => parser.on('error', reject).on('close', resolve).end(bytes));
  } catch {
    throw badRequest('The body is malformed multipart/form-data.');
  }
  // The decoder writes U+FFFD for each invalid byte. Its bytes occur in the body for each that was sent. Contrary to its type, a value is
  // undefined if its part names a charset that the decoder lacks.
  const texts: readonly (string | undefined)[] = fields.flat();
  if (texts.includes(undefined) || occurrences('\uFFFD', texts.join('')) > occurrences('\xEF\xBF\xBD', bytes.toString('latin1')))
    throw notUtf8('body');
  return fields;
}

const occurrences = (part: string, text: string): number => text.split(part).length - 1;

/**
 * Returns fields by name: a string, or the list of those that have one name.
 * @throws HttpError 413 for more fields than a body may have values
 */
function jsonOfFields(fields: readonly PushedField[], maximum: number): Json {
  if (fields.length > maximum) throw contentTooLarge('MAX_BODY_VALUES', maximum, fields.length);
  const byName = new Map<string, string[]>();
  for (const [name, value] of fields) {
    const values = byName.get(name);
    if (values) values.push(value);
    else byName.set(name, [value]);
  }
  return Object.fromEntries([...byName].map(([name, values]) => [name, values.length === 1 ? values[0]! : values]));
}
