/* What the apps of attendees rely on, over HTTP: records by id, the rules of a form, and the caller's own record. */

import { generateKeyPairSync } from 'node:crypto';
import { exportJWK, SignJWT } from 'jose';
import { readConfig } from '../../src/config/config.js';
import { start } from '../../src/program/start.js';
import { sandboxNotFoundPattern } from '../../src/sandbox/sandbox.js';
import { exampleOperations } from '../../src/server/explorer/example-operations.js';
import { createLog } from '../../src/server/telemetry/log.js';
import { closedAfterwards } from '../support/afterwards.js';
import { alteredService, type AlteredService } from '../support/altered-service.js';
import { formAnswers } from '../support/form-answers.js';
import { httpServer } from '../support/http-server.js';
import { everyScopeKey, programOver, type ProgramUnderTest } from '../support/program.js';
import { until } from '../support/until.js';

const ownMobile = '10000700001';
const issuer = 'https://issuer.example';
const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });

let program: ProgramUnderTest;
let service: AlteredService;
/** What the replies of a path have in place of a text. */
let replaced: { readonly path: string; readonly text: string; readonly by: string } | null = null;
beforeAll(async () => {
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'ec' };
  const keys = await httpServer(
    (_request, response) => void response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [jwk] })),
  );
  service = await alteredService({
    unchecked: true,
    alter: (path, reply) => {
      if (path === replaced?.path) reply.body = JSON.stringify(reply.json).replaceAll(replaced.text, replaced.by);
    },
  });
  program = await programOver(service.url, {
    EVENT_SERVICE_NOT_FOUND_PATTERN: sandboxNotFoundPattern,
    AUTH_JWKS_URL: keys.url,
    AUTH_JWT_ISSUER: issuer,
    AUTH_JWT_AUDIENCE: 'event-graph',
    AUTH_JWT_ATTENDEE_CLAIMS: 'mobile=phone_number',
  });
});
beforeEach(() => void (service.paths.length = 0));
afterEach(() => void (replaced = null));

/** Who asks: a key with every scope, or the scopes of a token, with the attendee whom it names. */
interface Asking {
  readonly scopes?: string;
  readonly mobile?: string;
  /** The claims about the attendee in place of the verified mobile number. */
  readonly claims?: Readonly<Record<string, unknown>>;
}

async function ask(query: string, { scopes, mobile = ownMobile, claims }: Asking = {}, variables: Record<string, unknown> = {}) {
  if (scopes === undefined) return program.run(query, variables, { key: everyScopeKey });
  const token = new SignJWT({ scope: scopes, sub: 'user', ...(claims ?? { phone_number: mobile, phone_number_verified: true }) });
  const signed = token.setProtectedHeader({ alg: 'ES256', kid: 'ec' }).setIssuer(issuer).setAudience('event-graph').setExpirationTime('1h');
  return program.run(query, variables, { key: await signed.sign(pair.privateKey) });
}
const denials = ({ errors }: Awaited<ReturnType<typeof ask>>) =>
  errors.map(({ path, extensions }) => [path!.join('.'), extensions['code']]);

const lists = `schedule { days { items { id children { id } } } } categories { id } tickets { id } goods { id }`;

test.each([
  ['scheduleItem', 'scheduleItem', '/api/schedule/getList'],
  ['category', 'category', '/api/article/getCategoryList'],
  ['ticket', 'ticketItem', '/api/ticket/data'],
  ['goodsItem', 'goods', '/api/goods/data'],
])('`%s` finds each record of its list by either id, with the call of the list', async (field, kind, path) => {
  const { data } = await ask(`{ activity(id: "1001") { ${lists} } }`);
  const ids = [...JSON.stringify(data).matchAll(new RegExp(`${kind}:1001:(\\d+)`, 'g'))];
  expect(ids.length).toBeGreaterThan(1);
  service.paths.length = 0;
  for (const [global, number] of ids.slice(0, 3)) {
    const found = await ask(`{ activity(id: "1001") { a: ${field}(id: "${global}") { id } b: ${field}(id: ${number}) { id } } }`);
    expect(found.data['activity']).toEqual({ a: { id: global }, b: { id: global } });
    expect(service.paths.splice(0)).toEqual([path]);
  }
  const others = [`${kind}:1001:999999`, `${kind}:1002:${ids[0]![1]}`, '999999'];
  for (const id of others) expect((await ask(`{ activity { ${field}(id: "${id}") { id } } }`)).data['activity'][field]).toBeNull();
  for (const id of ['x', '', 'attendee:1001:7'])
    expect(denials(await ask(`{ activity { ${field}(id: "${id}") { id } } }`))).toEqual([[`activity.${field}`, 'BAD_USER_INPUT']]);
});

test('a child of the schedule is found by its id', async () => {
  const { data } = await ask('{ activity { schedule { days { items { children { id title } } } } } }');
  const [child] = data['activity'].schedule.days.flatMap(({ items }: any) => items.flatMap(({ children }: any) => children));
  const found = await ask(`{ activity { scheduleItem(id: "${child.id}") { id title } } }`);
  expect(found.data['activity'].scheduleItem).toEqual(child);
});

test('a form requires exactly the fields that are not hidden, and each problem names its rule', async () => {
  const { data } = await ask('{ activity { formFields(includeHidden: true) { name hidden required kind } } }');
  const fields = data['activity'].formFields as { name: string; hidden: boolean; required: boolean; kind: string }[];
  expect(new Set(fields.map(({ required }) => required))).toEqual(new Set([true, false]));
  for (const { hidden, required } of fields) expect(required).toBe(!hidden);

  const required = fields.filter((field) => field.required && !['name', 'mobile'].includes(field.name));
  const invalid = formAnswers.map(({ name }) => ({ name, value: 'none' }));
  const given: [string, object][] = [
    ['attendees', { contact: { name: ' ', mobile: '1' }, attendees: [], idempotencyKey: 'short' }],
    [
      'values',
      { contact: { name: 'A', mobile: '1' }, attendees: [{ name: '\ud800', mobile: '1', fields: invalid, signCode: '12345678901' }] },
    ],
    ['missing', { contact: { name: 'A', mobile: '1' }, attendees: [{ name: 'A', mobile: '1', fields: [] }] }],
    [
      'names',
      {
        contact: { name: 'A', mobile: '1' },
        attendees: [
          { name: 'A', mobile: '1', fields: [...formAnswers, formAnswers[0], { name: 'x', value: '' }, { name: 'name', value: 'A' }] },
        ],
      },
    ],
  ];
  const problems: Record<string, string[]> = {};
  for (const [what, input] of given) {
    const query = 'mutation ($input: AddAttendeesInput!) { addAttendees(input: $input) { userErrors { code rule field } } }';
    const { userErrors } = (await ask(query, {}, { input: { validateOnly: true, ...input } })).data['addAttendees'];
    problems[what] = userErrors.map(({ code, rule }: { code: string; rule: string | null }) => `${code} ${rule}`);
  }
  expect(problems).toEqual({
    attendees: ['INVALID null', 'REQUIRED REQUIRED', 'INVALID NOT_EMPTY'],
    values: ['INVALID UNICODE', 'INVALID EMAIL', 'INVALID OPTION', 'INVALID PICTURE', 'INVALID DATE', 'TOO_LONG MAX_LENGTH'],
    missing: required.map(() => 'REQUIRED REQUIRED'),
    names: ['INVALID SINGLE_VALUE', 'UNKNOWN_FIELD UNKNOWN_FIELD', 'INVALID SINGLE_VALUE'],
  });
});

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

test.each<[string, Asking]>([
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

const viewerOf = (query: string, caller: Asking) =>
  ask(query, { scopes: 'self:read', ...caller }).then(({ extensions }) => (extensions as { viewer?: unknown }).viewer);

test.each<[string, Asking]>([
  ['NO_CLAIM', { claims: {} }],
  ['NO_CLAIM', { claims: { phone_number: ' ', phone_number_verified: true } }],
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

test('without authentication, the reason is AUTHENTICATION_OFF; equal requests at the same time all have it, and so has the log', async () => {
  const settings = { AUTH_API_KEYS: '', AUTH_DISABLED: 'true', EVENT_SERVICE_NOT_FOUND_PATTERN: sandboxNotFoundPattern };
  const open = await programOver(service.url, settings);
  const responses = await Promise.all(Array.from({ length: 5 }, () => open.run('{ activity(id: "1002") { viewer { id } } }')));
  const viewer = [{ reason: 'AUTHENTICATION_OFF', activityId: '1002' }];
  for (const { extensions } of responses) expect(extensions).toMatchObject({ viewer });
  expect(open.logs()).toContain(`"viewer":${JSON.stringify(viewer)}`);
});

test('in the sandbox each example operation has data and no error; that of check-ins when one is pushed with the secret of the sandbox', async () => {
  const config = readConfig({ PORT: '0', ADMIN_PORT: '0', LOG_LEVEL: 'silent', AUDIT_LOG: 'off', SANDBOX_LIVE: 'false' });
  const { url, close } = closedAfterwards(await start(config, createLog(config.log)));
  const push = () =>
    fetch(`${url}/hooks/check-in/1001?secret=${config.checkInHook.secrets[0]!.reveal()}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{ "id": 700001 }',
    });
  for (const { query, variables = '{}' } of exampleOperations()) {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables: JSON.parse(variables) as unknown }),
    });
    if (/^subscription CheckIns/m.test(query)) expect((await push()).status).toBe(200);
    let text = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) if ((text += chunk).endsWith('\n\n')) break;
    const { data, errors } = JSON.parse(/^data: (.*)$/m.exec(text)![1]!) as { data: object; errors?: unknown };
    expect({ query, errors }).toEqual({ query, errors: undefined });
    expect(Object.values(data)).not.toContain(null);
  }
  await close();
});
