/* The caller's own record over HTTP, where a token names the attendee: its registration, and why there is none. */

import { sandboxNotFoundPattern } from '../../src/sandbox/sandbox.js';
import { alteredService } from '../support/altered-service.js';
import { formAnswers } from '../support/form-answers.js';
import { programOver, type ProgramUnderTest } from '../support/program.js';
import { tokenIssuer, type TokenIssuer } from '../support/token-issuer.js';
import { until } from '../support/until.js';

const ownMobile = '10000700001';
let issuer: TokenIssuer;

let program: ProgramUnderTest;
let service: Awaited<ReturnType<typeof alteredService>>;
/** What the replies of a path have in place of a text. */
let replaced: { readonly path: string; readonly text: string; readonly by: string } | null = null;
beforeAll(async () => {
  issuer = await tokenIssuer();
  service = await alteredService({
    unchecked: true,
    alter: (path, reply) => {
      if (path === replaced?.path) reply.body = JSON.stringify(reply.json).replaceAll(replaced.text, replaced.by);
    },
  });
  program = await programOver(service.url, {
    EVENT_SERVICE_NOT_FOUND_PATTERN: sandboxNotFoundPattern,
    ...issuer.settings,
    AUTH_JWT_ATTENDEE_CLAIMS: 'mobile=phone_number',
  });
});
afterEach(() => void (replaced = null));

/** The scopes of a token, with the attendee whom it names. */
interface Asking {
  readonly scopes: string;
  readonly mobile?: string;
  /** The claims about the attendee in place of the verified mobile number. */
  readonly claims?: Readonly<Record<string, unknown>>;
}

async function ask(query: string, { scopes, mobile = ownMobile, claims }: Asking, variables: Record<string, unknown> = {}) {
  const key = await issuer.sign({ scope: scopes, ...(claims ?? { phone_number: mobile, phone_number_verified: true }) });
  return program.run(query, variables, { key });
}
const denials = ({ errors }: Awaited<ReturnType<typeof ask>>) =>
  errors.map(({ path, extensions }) => [path!.join('.'), extensions['code']]);

const register = `mutation ($input: AddAttendeesInput!) {
  addAttendees(input: $input) {
    activity { id viewer { id mobile } }
    registrations { attendeeId attendee { id mobile name } }
    userErrors { code rule }
  }
}`;
const registration = (mobile: string) => ({
  activityId: '1001',
  contact: { name: 'Me', mobile },
  attendees: [{ name: 'Me', mobile, fields: formAnswers }],
});

test('a caller who registers itself reads its own record in the same mutation, and the audit has both reads', async () => {
  const asking = { mobile: '10000000071', scopes: 'content:read self:register self:read' };
  const before = await ask('{ activity { viewer { id } } }', asking);
  expect({ data: before.data, viewer: before.extensions }).toMatchObject({
    data: { activity: { viewer: null } },
    viewer: { viewer: [{ reason: 'NOT_FOUND', activityId: '1001' }] },
  });
  const audited = () => program.lines('"audit":true').filter(({ outcome }) => outcome === 'ok');
  const earlier = audited().length;
  const { data, errors } = await ask(register, asking, { input: registration(asking.mobile) });
  const { activity, registrations, userErrors } = data['addAttendees'];
  const [{ attendeeId: id }] = registrations;
  expect({ activity, registrations, userErrors, errors }).toEqual({
    activity: { id: '1001', viewer: { id, mobile: asking.mobile } },
    registrations: [{ attendeeId: id, attendee: { id, mobile: asking.mobile, name: 'Me' } }],
    userErrors: [],
    errors: [],
  });
  await until(() => audited().length > earlier);
  expect(audited().slice(earlier)).toMatchObject([{ fields: ['Attendee.mobile', 'Attendee.name'] }]);
});

test.each([
  ['the registration of another', { scopes: 'attendees:write self:read' }],
  ['its own record without self:read', { scopes: 'self:register', mobile: '10000000073' }],
])('`registrations.attendee` of %s requires attendees:read', async (_what, caller) => {
  const query = 'mutation ($input: AddAttendeesInput!) { addAttendees(input: $input) { registrations { attendee { name } } } }';
  const response = await ask(query, caller, { input: registration('10000000073') });
  expect(response.data['addAttendees'].registrations).toEqual([{ attendee: null }]);
  expect(denials(response)).toEqual([['addAttendees.registrations.0.attendee', 'FORBIDDEN']]);
});

test('`registrations.attendee` is not the record of another that the service lists under the same id', async () => {
  const mobile = '10000000074';
  replaced = { path: '/api/participant/getList', text: mobile, by: '10000000075' };
  const response = await ask(register, { mobile, scopes: 'self:register self:read' }, { input: registration(mobile) });
  expect(response.data['addAttendees'].registrations).toMatchObject([{ attendee: null }]);
  expect(denials(response)).toEqual([['addAttendees.registrations.0.attendee', 'FORBIDDEN']]);
});

const viewerOf = (query: string, caller: Omit<Asking, 'scopes'>) =>
  ask(query, { scopes: 'self:read', ...caller }).then(({ extensions }) => (extensions as { viewer?: unknown }).viewer);

test.each([
  ['NO_CLAIM', { claims: {} }],
  ['NOT_VERIFIED', { claims: { phone_number: ownMobile } }],
  ['NOT_VERIFIED', { claims: { phone_number: ownMobile, phone_number_verified: false } }],
  ['NOT_FOUND', { mobile: '19999999999' }],
])('a viewer that is null has the reason %s for each activity, once', async (reason, caller) => {
  const query = '{ activities { viewer { id } } again: activity { viewer { name } } }';
  expect(await viewerOf(query, caller)).toEqual(['1001', '1002'].map((activityId) => ({ reason, activityId })));
});

test('a viewer whose record lacks the value of its claim has the reason RECORD_DIFFERS; one that is found has none', async () => {
  const query = '{ activity { viewer { id } } }';
  expect(await viewerOf(query, {})).toBeUndefined();
  replaced = { path: '/api/participant/get', text: ownMobile, by: '10000000076' };
  expect(await viewerOf(query, {})).toEqual([{ reason: 'RECORD_DIFFERS', activityId: '1001' }]);
});

test('without authentication, the reason is AUTHENTICATION_OFF, also for equal requests at one time and in the log', async () => {
  const settings = { AUTH_API_KEYS: '', AUTH_DISABLED: 'true', EVENT_SERVICE_NOT_FOUND_PATTERN: sandboxNotFoundPattern };
  const open = await programOver(service.url, settings);
  const responses = await Promise.all(Array.from({ length: 5 }, () => open.run('{ activity(id: "1002") { viewer { id } } }')));
  const viewer = [{ reason: 'AUTHENTICATION_OFF', activityId: '1002' }];
  for (const { extensions } of responses) expect(extensions).toMatchObject({ viewer });
  expect(open.logs()).toContain(`"viewer":${JSON.stringify(viewer)}`);
});
