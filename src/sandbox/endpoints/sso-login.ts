import { createHash } from 'node:crypto';
import { newAttendee } from '../attendee-records/new-attendee.js';
import { json, Rejection, type SandboxEndpoint } from '../endpoint.js';

const lifetimeSeconds = 7200;

/** §4.11: a single sign-on. Only `1` is a meaningful is_add. expire_date is in Unix seconds; the interface does not document its unit. */
export const ssoLogin: SandboxEndpoint = {
  section: '4.11',
  method: 'POST',
  path: '/api/participant/sso_login',
  auth: 'service',
  parametersIn: 'form',
  required: ['mobile'],
  optional: ['is_add'],
  handle: ({ store, activity, parameters, time }) => {
    const mobile = parameters.get('mobile') ?? '';
    if (activity.lastAttendee((record) => record.mobile === mobile) === undefined) {
      if (parameters.get('is_add') !== '1') throw new Rejection('Single sign-on failed: no attendee has this mobile number.');
      const name = `Guest ${mobile.slice(-4)}`;
      activity.add(newAttendee(activity, { name, mobile, content: {}, signCode: '', channel: 0 }, time));
    }
    const count = store.countSsoLogin();
    const token = hash(`token ${count} ${mobile}`);
    const state = hash(`state ${count} ${mobile}`).slice(0, 16);
    return json({
      code: 1,
      msg: 'success',
      url: `https://event.example/sso/${activity.id}?sso_token=${token}&sso_state=${state}`,
      data: { sso_token: token, sso_state: state, expire_date: time + lifetimeSeconds },
    });
  },
};

/** A token, which is a hash: predictable, the same at every start, and therefore for tests only. */
function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
