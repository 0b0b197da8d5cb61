/* The handler of /hooks/check-in/{activityId}, to which the service pushes check-ins (§6). */

import type { Json } from '../../primitives/json.js';
import type { Secret } from '../../primitives/secret.js';
import { parseActivityId, type ActivityId } from '../../records/ids.js';
import { createHasHookSecret } from '../authentication/hook-secret.js';
import { header, type HttpHandler, type HttpRequest } from '../http/handler.js';
import { HttpError, methodNotAllowed } from '../http/http-error.js';
import { json } from '../http/media-type.js';
import { parserOf } from './pushed-body.js';

/** The dependencies of the hook: the address to which the service pushes check-ins (§6). */
export interface CheckInHook {
  /** The secrets of which the sender presents one. Without any the address does not exist. */
  readonly secrets: readonly Secret[];
  readonly activityIds: readonly ActivityId[];
  /** Sends a check-in to its subscribers. */
  readonly receive: (activityId: ActivityId, payload: Json) => void;
}

export interface HookObservers {
  /** Called for a request without a valid secret. */
  readonly onUnauthenticated: (remoteAddress: string, requestId: string) => void;
  readonly onCheckIn: () => void;
}

/** The path of the route of the hook. */
export const checkInHookPath = '/hooks/check-in/{activityId}';

/**
 * The handler of the check-in push. It checks the secret before the activity, the content type and the body, and responds before any
 * subscriber has received the check-in. Responses have the form of the service's own replies: `{"code":1,"msg":""}`.
 */
export function createCheckInHook(
  { secrets, activityIds, receive }: CheckInHook,
  maxBodyValues: number,
  observers: HookObservers,
): HttpHandler {
  const isFromService = createHasHookSecret(secrets);
  return async (request) => {
    try {
      if (request.method !== 'POST') throw methodNotAllowed('POST');
      if (!isFromService(request)) {
        observers.onUnauthenticated(request.remoteAddress, request.id);
        throw withoutSecret();
      }
      request.logFields.caller = 'check-in hook';
      const activityId = activityIn(request);
      if (activityId === null || !activityIds.includes(activityId))
        throw new HttpError(404, 'This activity is not served. Push check-ins of the activities in EVENT_SERVICE_ACTIVITY_IDS.');
      const contentType = header(request, 'content-type');
      const parse = parserOf(contentType);
      const payload = await parse(await request.bytes(), contentType!, maxBodyValues);
      observers.onCheckIn();
      receive(activityId, payload);
      return reply(200, { code: 1, msg: '' });
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      return reply(error.status, { code: 0, msg: error.message }, error.headers);
    }
  };
}

const activityIn = ({ path }: HttpRequest): ActivityId | null => parseActivityId(path.slice(path.lastIndexOf('/') + 1));

const withoutSecret = () =>
  new HttpError(
    401,
    'A valid secret is required: Authorization: Bearer SECRET, x-hook-secret: SECRET, or ?secret=SECRET.',
    { code: 'UNAUTHENTICATED' },
    { 'www-authenticate': 'Bearer' },
  );

const reply = (status: number, body: { readonly code: 0 | 1; readonly msg: string }, headers: Readonly<Record<string, string>> = {}) => ({
  status,
  headers: { 'content-type': json, ...headers },
  body: JSON.stringify(body),
});
