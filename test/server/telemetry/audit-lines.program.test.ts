/* The audit: which operations write which lines. */

import { readFileSync } from 'node:fs';
import { apiKey, canaries, everyScopeKey, programOver, type ProgramUnderTest } from '../../support/program.js';
import { addAttendees, registrationOf, registryService, type RegistryService } from '../../support/registry-service.js';
import { temporaryFile } from '../../support/temporary-files.js';

let service: RegistryService;
let program: ProgramUnderTest;
/** The number of audit lines before the running test. */
let before: number;
beforeAll(async () => {
  service = await registryService();
  program = await programOver(service.url, { EVENT_SERVICE_TIMEOUT_MS: '1000', EVENT_SERVICE_NOT_FOUND_PATTERN: '^no such attendee$' });
  await register([canaries.mobile, '13700000002']);
});
beforeEach(() => {
  service.behave('succeeds');
  before = linesOf().length;
});

interface Line {
  readonly fields: readonly string[];
  readonly count: number;
  readonly outcome: string;
  readonly msg: string;
}

const linesOf = (of = program) => of.lines<Line>('"audit":true');
/** The outcomes, counts and sorted fields of the lines of the running test, or of all lines of another program. */
const auditLines = (of = program) =>
  linesOf(of)
    .slice(of === program ? before : 0)
    .map(({ fields, count, outcome }) => [outcome, count, ...fields.toSorted()].join(' '));

const register = (mobiles: readonly string[], rest?: object) => program.run(addAttendees, registrationOf(mobiles, rest));

describe('reads of attendees', () => {
  const one = '["attendee:1001:1"]';
  const both = '["attendee:1001:1", "attendee:1001:2"]';

  test('a read of attendees writes one line for each operation: its caller, name, fields and number of attendees', async () => {
    await program.run(
      `query Export { attendeesByIds(ids: ${both}) { mobile email name other: mobile } again: attendeesByIds(ids: ${one}) { company } }`,
    );
    expect(linesOf().slice(before)).toEqual([
      {
        level: 30,
        time: expect.anything(),
        audit: true,
        requestId: expect.stringMatching(/^[\w-]{8,64}$/),
        caller: 'app',
        operationName: 'Export',
        fields: ['Attendee.mobile', 'Attendee.email', 'Attendee.name', 'Attendee.company'],
        count: 2,
        outcome: 'ok',
        msg: expect.any(String),
      },
    ]);
    expect(program.logs()).not.toContain(canaries.mobile);
  });

  test.each([
    [
      'fragments',
      `{ attendeesByIds(ids: ${both}) { ...A ... on Attendee { contactId } } } fragment A on Attendee { company }`,
      'ok 2 Attendee.company Attendee.contactId',
    ],
    [
      'directives',
      `query ($no: Boolean = false) { attendeesByIds(ids: ${one}) { name @include(if: true) mobile @include(if: $no) } }`,
      'ok 1 Attendee.name',
    ],
    [
      'an entity',
      '{ _entities(representations: [{ __typename: "Attendee", id: "attendee:1001:1" }]) { ... on Attendee { label } ... on Category { name } } }',
      'ok 1 Attendee.label',
    ],
    ['an attendee by id', '{ attendee(by: { id: "attendee:1001:1" }) { name } }', 'ok 1 Attendee.name'],
    ['only the id of an attendee by mobile', `{ attendee(by: { mobile: "${canaries.mobile}" }) { id } }`, 'ok 1 AttendeeLookup.mobile'],
    ['nobody by an unknown mobile', '{ attendee(by: { mobile: "13999999999" }) { name } }', 'ok 0 Attendee.name AttendeeLookup.mobile'],
  ])('a read of attendees is audited: %s', async (_what, query, line) => {
    await program.run(query);
    expect(auditLines()).toEqual([line]);
  });

  test('a read of ids and `totalCount` only has no line', async () => {
    await program.run(`{ attendeesByIds(ids: ${both}) { __typename id serviceId activityId activity { id formFields { name } } } }`);
    await program.run('{ activity { attendees { totalCount } } }');
    await program.run('{ activity { attendees(first: 1) { pageInfo { endCursor } edges { cursor node { id } } nodes { id } } } }');
    await program.run('{ nonsense }');
    expect(auditLines()).toEqual([]);
    await program.run('{ activity { attendees(first: 2) { edges { node { name } } nodes { company } } } }');
    expect(auditLines()).toEqual(['ok 2 Attendee.company Attendee.name']);
  });

  test.each(['warn', 'silent'])('a read of attendees is logged at LOG_LEVEL=%s too', async (LOG_LEVEL) => {
    const quiet = await programOver(service.url, { LOG_LEVEL });
    await quiet.run(`{ attendeesByIds(ids: ${one}) { name } }`);
    expect(auditLines(quiet)).toEqual(['ok 1 Attendee.name']);
  });

  test('a read of attendees that the caller may not make writes one line, a denial, with each field and its count', async () => {
    const small = await programOver(service.url, { AUTH_API_KEYS: apiKey('small', everyScopeKey, 'attendees:read') });
    await small.run(
      `query Forbidden { attendeesByIds(ids: ${both}) { id mobile email } activity { tickets { name } } attendee(by: { mobile: "1" }) { id } }`,
    );
    expect(auditLines(small)).toEqual(['forbidden 6 Activity.tickets Attendee.email Attendee.mobile AttendeeLookup.mobile']);
    expect(linesOf(small)[0]).toMatchObject({ caller: 'small', operationName: 'Forbidden' });
  });
});

test.each([
  ['registered', 'succeeds', ['13700000001', '13700000002'], 2],
  ['refused', 'rejects with code 0', ['13700000001'], 1],
  ['unknown', 'commits, then hangs', ['13700000001'], 1],
  ['failed', 'rejects with 429', ['13700000001'], 1],
] as const)(
  'a registration that ends as %s writes a line with the number of registrants, whose message names the outcome',
  async (outcome, behaviour, mobiles, count) => {
    service.behave(behaviour);
    await register(mobiles);
    expect(auditLines()).toEqual([`${outcome} ${count} Mutation.addAttendees`]);
    expect(linesOf().at(-1)!.msg).toContain(outcome);
  },
);

test('a replay has the outcome replayed, at the same time and later, and `validateOnly` writes no line', async () => {
  const registerOnce = () => register(['13700000001'], { idempotencyKey: '0123456789abcdef' });
  await Promise.all([registerOnce(), registerOnce()]);
  await registerOnce();
  await register(['13700000002'], { validateOnly: true });
  expect(auditLines().toSorted()).toEqual(['registered', 'replayed', 'replayed'].map((outcome) => `${outcome} 1 Mutation.addAttendees`));
});

test.each([
  ['issued', '13700000002'],
  ['refused', '13799999999'],
])('a single sign-on that ends as %s writes a line', async (outcome, mobile) => {
  await program.run(`mutation { ssoLogin(input: { mobile: "${mobile}" }) { login { url } } }`);
  expect(auditLines().at(-1)).toBe(`${outcome} 1 Mutation.ssoLogin`);
  expect(program.logs()).not.toContain(mobile);
});

test('a check-in lookup writes a line even where only ids are selected', async () => {
  await program.run('{ checkInLookup(input: { token: "t", userId: "u", deviceType: PC, pointId: "1", signCode: "C1" }) { attendeeId } }');
  expect(auditLines()).toEqual(['failed 0 Query.checkInLookup']);
});

test('requests without a valid credential write few lines for each address, which count all of them', async () => {
  const refusing = await programOver(service.url);
  for (let times = 0; times < 20; times += 1) await refusing.run('{ __typename }', {}, { key: 'wrong' });
  const lines = linesOf(refusing);
  expect(lines[0]).toMatchObject({
    requestId: expect.stringMatching(/^[\w-]{8,64}$/),
    caller: expect.stringMatching(/127\.0\.0\.1$/),
    operationName: null,
    fields: [],
    count: 1,
    outcome: 'unauthenticated',
  });
  await refusing.close();
  const all = linesOf(refusing);
  expect(all.reduce((sum, { count }) => sum + count, 0)).toBe(20);
  expect(all.length).toBeLessThan(20);
  expect(refusing.logs()).not.toContain('wrong');
});

describe('AUDIT_LOG', () => {
  const read = '{ attendeesByIds(ids: ["attendee:1001:1"]) { name } }';

  test('AUDIT_LOG names a file to which lines are appended instead of the log', async () => {
    const file = temporaryFile('audit.log');
    for (const operationName of ['First', 'Second']) {
      const filed = await programOver(service.url, { AUDIT_LOG: file, LOG_LEVEL: 'warn' });
      await filed.run(`query ${operationName} ${read}`);
      await filed.run('{ __typename }', {}, { key: 'wrong' });
      await filed.close();
      expect(filed.logs()).toBe('');
    }
    const written = readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(written.map((line) => JSON.parse(line) as Line)).toMatchObject([
      { caller: 'app', operationName: 'First', fields: ['Attendee.name'], outcome: 'ok' },
      { operationName: null, count: 1, outcome: 'unauthenticated' },
      { caller: 'app', operationName: 'Second', fields: ['Attendee.name'], outcome: 'ok' },
      { operationName: null, count: 1, outcome: 'unauthenticated' },
    ]);
  });

  test('AUDIT_LOG=off logs a warning at the start and writes no line', async () => {
    const off = await programOver(service.url, { AUDIT_LOG: 'off' });
    await off.run(read);
    expect(off.logs()).toMatch(/"level":40[^\n]*AUDIT_LOG is off/);
    expect(linesOf(off)).toEqual([]);
  });
});
