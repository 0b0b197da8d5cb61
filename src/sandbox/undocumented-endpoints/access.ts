/* The endpoints of §4.12 on access, which the interface names without path and payload: the sandbox invents them. */

import { createHash } from 'node:crypto';
import { json, Rejection, type SandboxEndpoint } from '../endpoint.js';
import { sandboxCheckIn } from '../endpoints/check-in.js';

/** The token and the user id that the check-in lookup takes (§4.5). */
export const getCheckInToken: SandboxEndpoint = {
  section: '4.12',
  method: 'POST',
  path: '/applets/index/getToken',
  auth: 'service',
  parametersIn: 'form',
  handle: ({ time }) => {
    const { token, userId, pointId } = sandboxCheckIn;
    return json({
      code: 1,
      msg: 'success',
      data: { token, user_id: Number(userId), points: [{ id: pointId, name: 'Main entrance' }], expire_time: time + 7200 },
    });
  },
};

/** The address that signs an attendee in and leads to a page of the event. */
export const redirectLogin: SandboxEndpoint = {
  section: '4.12',
  method: 'POST',
  path: '/api/participant/redirect_login',
  auth: 'service',
  parametersIn: 'form',
  required: ['mobile', 'redirect'],
  handle: ({ activity, parameters }) => {
    const mobile = parameters.get('mobile') ?? '';
    if (activity.lastAttendee((record) => record.mobile === mobile) === undefined)
      throw new Rejection('No such attendee: the activity has none with this mobile.');
    const ticket = createHash('sha256').update(`redirect ${mobile}`).digest('hex').slice(0, 32);
    const url = `https://event.example/login/${activity.id}?ticket=${ticket}&to=${encodeURIComponent(parameters.get('redirect') ?? '')}`;
    return json({ code: 1, msg: 'success', url, data: [] });
  },
};

/** The rights of the organiser's key for the activity. */
export const verifyAuthorisation: SandboxEndpoint = {
  section: '4.12',
  method: 'GET',
  path: '/api/auth/verify',
  auth: 'service',
  parametersIn: 'query',
  required: ['form_id'],
  handle: ({ activity, parameters, time }) => {
    const valid = parameters.get('form_id') === String(activity.id);
    return json({
      code: 1,
      msg: 'success',
      data: { valid: valid ? 1 : 0, permissions: ['participant', 'order', 'content'], expire_time: time + 86_400 },
    });
  },
};
