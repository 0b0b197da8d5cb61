/* What the apps of attendees rely on, over HTTP: records by id, the rules of a form, and the caller's own record. */

import { readConfig } from '../../src/config/config.js';
import { start } from '../../src/program/start.js';
import { sandboxNotFoundPattern } from '../../src/sandbox/sandbox.js';
import { exampleOperations } from '../../src/server/explorer/example-operations.js';
import { createLog } from '../../src/server/telemetry/log.js';
import { frozenProgram, ownMobile, type Ask, type FrozenProgram } from '../frozen/program.js';
import { closedAfterwards } from '../support/afterwards.js';
import { formAnswers } from '../support/form-answers.js';
import { programOver } from '../support/program.js';

let program: FrozenProgram;
beforeAll(async () => (program = await frozenProgram()));
beforeEach(() => program.service.taken());

interface Body {
  readonly data: Record<string, any>;
  readonly errors?: readonly { readonly path: readonly unknown[]; readonly extensions: Record<string, unknown> }[];
  readonly extensions?: Record<string, unknown>;
}
const ask = async (given: Ask) => JSON.parse(await (await program.ask(given)).text()) as Body;
const denials = ({ errors = [] }: Body) => errors.map(({ path, extensions }) => [path.join('.'), extensions['code']]);
const pathsOf = (calls: readonly string[]) => calls.map((call) => /\/api\/\S+/.exec(call)?.[0].split('?')[0]);

const lists = `schedule { days { items { id children { id } } } } categories { id } tickets { id } goods { id }`;

test.each([
  ['scheduleItem', 'scheduleItem', '/api/schedule/getList'],
  ['category', 'category', '/api/article/getCategoryList'],
  ['ticket', 'ticketItem', '/api/ticket/data'],
  ['goodsItem', 'goods', '/api/goods/data'],
])('`%s` finds each record of its list by either id, with the call of the list', async (field, kind, path) => {
  const { data } = await ask({ query: `{ activity(id: "1001") { ${lists} } }` });
  const ids = [...JSON.stringify(data).matchAll(new RegExp(`${kind}:1001:(\\d+)`, 'g'))];
  expect(ids.length).toBeGreaterThan(1);
  program.service.taken();
  for (const [global, service] of ids.slice(0, 3)) {
    const found = await ask({
      query: `{ activity(id: "1001") { a: ${field}(id: "${global}") { id } b: ${field}(id: ${service}) { id } } }`,
    });
    expect(found.data['activity']).toEqual({ a: { id: global }, b: { id: global } });
    expect(pathsOf(program.service.taken())).toEqual([path]);
  }
  const others = [`${kind}:1001:999999`, `${kind}:1002:${ids[0]![1]}`, '999999'];
  for (const id of others)
    expect((await ask({ query: `{ activity { ${field}(id: "${id}") { id } } }` })).data['activity'][field]).toBeNull();
  for (const id of ['x', '', 'attendee:1001:7'])
    expect(denials(await ask({ query: `{ activity { ${field}(id: "${id}") { id } } }` }))).toEqual([
      [`activity.${field}`, 'BAD_USER_INPUT'],
    ]);
});

test('a child of the schedule is found by its id', async () => {
  const { data } = await ask({ query: '{ activity { schedule { days { items { children { id title } } } } } }' });
  const [child] = data['activity'].schedule.days.flatMap(({ items }: any) => items.flatMap(({ children }: any) => children));
  const found = await ask({ query: `{ activity { scheduleItem(id: "${child.id}") { id title } } }` });
  expect(found.data['activity'].scheduleItem).toEqual(child);
});

test('a form requires exactly the fields that are not hidden, and each problem names its rule', async () => {
  const { data } = await ask({ query: '{ activity { formFields(includeHidden: true) { name hidden required kind } } }' });
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
    const { userErrors } = (await ask({ query, variables: { input: { validateOnly: true, ...input } } })).data['addAttendees'];
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
  const [mobile, scopes] = ['10000000071', 'content:read self:register self:read'];
  const before = await ask({ query: '{ activity { viewer { id } } }', mobile, scopes });
  expect(before).toEqual({
    data: { activity: { viewer: null } },
    extensions: expect.objectContaining({ viewer: [{ reason: 'NOT_FOUND', activityId: '1001' }] }),
  });
  const response = await program.ask({ query: register, variables: { input: registration(mobile) }, mobile, scopes });
  const { data, errors } = JSON.parse(await response.text()) as Body;
  const { activity, registrations, userErrors } = data['addAttendees'];
  const [{ attendeeId: id }] = registrations;
  expect({ activity, registrations, userErrors, errors }).toEqual({
    activity: { id: '1001', viewer: { id, mobile } },
    registrations: [{ attendeeId: id, attendee: { id, mobile, name: 'Me' } }],
    userErrors: [],
    errors: undefined,
  });
  const reads = (await program.audited(response)).filter(({ outcome }) => outcome === 'ok');
  expect(reads).toEqual([{ fields: ['Attendee.mobile', 'Attendee.name'], count: expect.any(Number), outcome: 'ok' }]);
});

test.each<[string, Ask]>([
  ['the registration of another', { scopes: 'attendees:write self:read' }],
  ['its own record without self:read', { scopes: 'self:register', mobile: '10000000073' }],
])('`registrations.attendee` of %s requires attendees:read', async (_what, caller) => {
  const response = await ask({
    query: 'mutation ($input: AddAttendeesInput!) { addAttendees(input: $input) { registrations { attendee { name } } } }',
    variables: { input: registration('10000000073') },
    ...caller,
  });
  expect(response.data['addAttendees'].registrations).toEqual([{ attendee: null }]);
  expect(denials(response)).toEqual([['addAttendees.registrations.0.attendee', 'FORBIDDEN']]);
});

test('`registrations.attendee` is not the record of another that the service lists under the same id', async () => {
  const mobile = '10000000074';
  program.service.fail({ '/api/participant/getList': { replace: mobile, by: '10000000075' } });
  const response = await ask({ query: register, variables: { input: registration(mobile) }, mobile, scopes: 'self:register self:read' });
  program.service.fail({});
  expect(response.data['addAttendees'].registrations).toMatchObject([{ attendee: null }]);
  expect(denials(response)).toEqual([['addAttendees.registrations.0.attendee', 'FORBIDDEN']]);
});

const viewerOf = (query: string, caller: Ask) =>
  ask({ query, scopes: 'self:read', ...caller }).then(({ extensions }) => extensions?.['viewer']);

test.each<[string, Ask]>([
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
  program.service.fail({ '/api/participant/get': { replace: ownMobile, by: '10000000076' } });
  expect(await viewerOf(query, {})).toEqual([{ reason: 'RECORD_DIFFERS', activityId: '1001' }]);
  program.service.fail({});
});

test('without authentication, the reason is AUTHENTICATION_OFF; equal requests at the same time all have it, and so has the log', async () => {
  const settings = { AUTH_API_KEYS: '', AUTH_DISABLED: 'true', EVENT_SERVICE_NOT_FOUND_PATTERN: sandboxNotFoundPattern };
  const open = await programOver(program.service.url, settings);
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
    const { data, errors } = JSON.parse(/^data: (.*)$/m.exec(text)![1]!) as Body;
    expect({ query, errors }).toEqual({ query, errors: undefined });
    expect(Object.values(data)).not.toContain(null);
  }
  await close();
});
