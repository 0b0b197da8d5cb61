/* An event service that registers attendees, and lists whom it has registered. */

import type { ServerResponse } from 'node:http';
import { normalMobile } from '../../src/records/caller.js';
import { fakeService, type Hit } from './fake-service.js';

/** A registration, whose variables `registrationOf` makes. */
export const addAttendees = `mutation Add($input: AddAttendeesInput!) {
  addAttendees(input: $input) { replayed description registrations { attendeeId signCode orderId } userErrors { code message field } }
}`;
/** The variables of a registration of attendees with these numbers. @param rest further members of its input */
export const registrationOf = (mobiles: string | readonly string[], rest: object = {}) => {
  const attendees = [mobiles].flat().map((mobile) => ({ name: 'A', mobile }));
  return { input: { contact: attendees[0], attendees, ...rest } };
};
export const signIn = `mutation SignIn($mobile: String!, $addIfMissing: Boolean = true) {
  ssoLogin(input: { mobile: $mobile, addIfMissing: $addIfMissing }) { login { token } userErrors { code } }
}`;

/** The behaviour of the service for one registration: what it does, and how it replies. */
export type AddBehaviour =
  | 'succeeds'
  | 'commits, then resets'
  | 'commits, then hangs'
  | 'resets without committing'
  | 'hangs without committing'
  | 'commits, then replies with HTML'
  | 'commits, then replies with 500'
  | 'rejects with 429'
  | 'is busy'
  | 'rejects with 503'
  | 'rejects with code 0'
  | 'commits, then replies with one id too few'
  | 'succeeds slowly';

export type RegistryService = Awaited<ReturnType<typeof registryService>>;

/**
 * A service that stores registrations, and fails in the ways that matter for at-most-once registration.
 * @param aheadSeconds how far its clock is ahead
 */
export async function registryService(aheadSeconds = 0) {
  const registered: string[] = [];
  const registeredAt: number[] = [];
  let plan: AddBehaviour[] = ['succeeds'];
  const commit = (mobiles: readonly string[]) => {
    for (const mobile of mobiles) {
      registered.push(mobile);
      registeredAt.push(Math.floor(Date.now() / 1000) + aheadSeconds);
    }
  };
  /** The last attendee with a number. As for Event Graph, two ways of writing a number are one number. */
  const indexOf = (mobile: string) => registered.map(normalMobile).lastIndexOf(normalMobile(mobile));
  const record = (index: number) => ({
    id: index + 1,
    form_id: 1001,
    contact: 'A',
    mobile: registered[index],
    time: registeredAt[index],
    review: 1,
  });
  const add = async (mobiles: string[], response: ServerResponse): Promise<unknown> => {
    const behaviour = plan.length > 1 ? plan.shift()! : plan[0]!;
    if (behaviour === 'succeeds slowly') await new Promise((resolve) => setTimeout(resolve, 150));
    if (behaviour.startsWith('commits') || behaviour.startsWith('succeeds')) commit(mobiles);
    const first = registered.length - mobiles.length;
    const reply = {
      code: 1,
      url: 'registered',
      ids: mobiles.map((_mobile, index) => first + index + 1),
      sign_code_arr: mobiles.map((_mobile, index) => `check-in-${first + index + 1}`),
      order_ids: mobiles.map((_mobile, index) => `order-${first + index + 1}`),
    };
    if (behaviour === 'is busy') return { code: 0, msg: 'System busy, try again' };
    if (behaviour === 'succeeds' || behaviour === 'succeeds slowly') return reply;
    if (behaviour === 'commits, then replies with one id too few') return { ...reply, ids: reply.ids.slice(1) };
    if (behaviour === 'rejects with code 0') return { code: 0, msg: 'The activity is full for 13800138000' };
    if (behaviour.endsWith('HTML')) return void response.setHeader('content-type', 'text/html').end('<html>500</html>');
    if (behaviour.endsWith('500')) return void response.writeHead(500).end();
    if (behaviour.endsWith('429')) return void response.writeHead(429).end();
    if (behaviour.endsWith('503')) return void response.writeHead(503, { 'retry-after': '0' }).end();
    if (behaviour.includes('resets')) return void response.socket!.resetAndDestroy();
    return undefined;
  };
  const service = await fakeService({
    '/api/activity/getFields': {
      code: 1,
      data: [
        { name: 'name', type: 'input' },
        { name: 'mobile', type: 'input' },
      ],
    },
    '/api/participant/add': ({ form }, response) => add(mobilesIn(form), response),
    '/api/participant/sso_login': async ({ form }, response) => {
      if (indexOf(form.mobile!) < 0) {
        if (form.is_add !== '1') return { code: 0, msg: 'no attendee has this mobile' };
        const reply = await add([form.mobile!], response);
        if ((reply as { ids?: unknown } | undefined)?.ids === undefined) return reply;
      }
      return { code: 1, url: 'https://jump.example/?sso_token=t', data: { sso_token: 't', sso_state: 's', expire_date: 5 } };
    },
    '/api/participant/get': ({ form }) => {
      const index = indexOf(form.mobile!);
      return index < 0 ? { code: 0, msg: 'no such attendee' } : { code: 1, data: record(index) };
    },
    '/api/participant/getList': ({ form }) => {
      if (form.ids !== undefined) {
        const data = form.ids.split(',').map((id) => record(Number(id) - 1));
        return { code: 1, data, total: data.length };
      }
      const [page, size] = [Number(form.page), Number(form.pagesize)];
      const data = registered.map((_mobile, index) => record(index)).slice((page - 1) * size, page * size);
      return { code: 1, data, total: registered.length };
    },
  });
  return {
    ...service,
    /** The mobile numbers of all registrations, in order. A number that was registered twice occurs twice. */
    registered,
    /** Sets the behaviour for the next registrations, one each. The last one applies to all that follow. */
    behave: (...behaviours: AddBehaviour[]) => (plan = behaviours),
  };
}

function mobilesIn(form: Hit['form']): string[] {
  const mobiles: string[] = [];
  for (let index = 0; form[`data[${index}][mobile]`] !== undefined; index += 1) mobiles.push(form[`data[${index}][mobile]`]!);
  return mobiles;
}
