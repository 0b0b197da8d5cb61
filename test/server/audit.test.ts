import { type RegistryService, registryService } from '../support/registry-service.js';
import { canaries, type ProgramUnderTest, programOver } from '../support/program.js';

interface Line {
  readonly level: number;
  readonly audit?: boolean;
  readonly requestId: string;
  readonly caller: string;
  readonly operationName: string | null;
  readonly personalFields: Record<string, number>;
  readonly registrations: readonly { attendees: number; outcome: string }[];
  readonly signOns: readonly string[];
}

let service: RegistryService;
let program: ProgramUnderTest;
beforeEach(async () => {
  service = await registryService();
  program = await programOver(service.url, { EVENT_SERVICE_TIMEOUT_MS: '1000' });
});
afterEach(async () => {
  await program.close();
  await service.close();
});

const lines = (): Line[] =>
  program
    .logs()
    .split('\n')
    .filter((text) => text !== '')
    .map((text) => JSON.parse(text) as Line)
    .filter(({ audit }) => audit === true);

const register = (mobiles: readonly string[], members = '') =>
  `mutation { addAttendees(input: { contact: { name: "A", mobile: "1" }, attendees: [${mobiles.map((mobile) => `{ name: "A", mobile: "${mobile}" }`).join(' ')}] ${members} }) { registrations { attendeeId } userErrors { code } } }`;

test('reading personal data is one line an operation: who, in which operation, how much of what', async () => {
  await program.run(register([canaries.mobile, '13700000002']));
  await program.run('query Export { attendeesByIds(ids: ["attendee:1001:1", "attendee:1001:2"]) { mobile email name other: mobile } }');
  expect(lines().slice(1)).toEqual([
    expect.objectContaining({
      level: 30,
      caller: 'app',
      operationName: 'Export',
      requestId: expect.stringMatching(/^[\w-]{8,64}$/),
      personalFields: { 'Attendee.mobile': 4, 'Attendee.email': 2 },
      registrations: [],
      signOns: [],
    }),
  ]);
  expect(program.logs()).not.toContain(canaries.mobile);
});

test('what reads nothing personal has no line', async () => {
  await program.run(register(['13700000001']));
  const before = lines().length;
  await program.run('{ attendeesByIds(ids: ["attendee:1001:1"]) { name company } activity { formFields { name } } }');
  await program.run('{ nonsense }');
  expect(lines()).toHaveLength(before);
});

test('a field that the caller may not read is not read', async () => {
  await program.run(register(['13700000001']));
  const before = lines().length;
  const closed = await programOver(service.url, { AUTH_API_KEYS: `small:${'ab'.repeat(32)}:attendees:read` });
  await closed.run('{ attendeesByIds(ids: ["attendee:1001:1"]) { mobile } }');
  expect([lines().length, closed.logs().includes('"audit":true')]).toEqual([before, false]);
  await closed.close();
});

test.each([
  ['registered', 'answers', ['13700000001', '13700000002'], 2],
  ['refused', 'refuses with code 0', ['13700000001'], 1],
  ['unknown', 'commits, then hangs', ['13700000001'], 1],
  ['failed', 'turns away with 429', ['13700000001'], 1],
] as const)('a registration that ends as %s is told, with how many', async (outcome, behaviour, mobiles, attendees) => {
  service.behave(behaviour);
  await program.run(register(mobiles));
  expect(lines()).toEqual([expect.objectContaining({ personalFields: {}, registrations: [{ attendees, outcome }], signOns: [] })]);
});

test('a replay is told as one, and a check is no registration', async () => {
  const keyed = register(['13700000001'], 'idempotencyKey: "0123456789abcdef"');
  await program.run(keyed);
  await program.run(keyed);
  await program.run(register(['13700000002'], 'validateOnly: true'));
  expect(lines().map(({ registrations }) => registrations[0]?.outcome)).toEqual(['registered', 'replayed']);
});

test.each([
  ['issued', '13700000001'],
  ['refused', '13799999999'],
])('a sign-on that ends as %s is told', async (outcome, mobile) => {
  await program.run(register(['13700000001']));
  await program.run(`mutation { ssoLogin(input: { mobile: "${mobile}" }) { login { url } } }`);
  expect(lines().at(-1)).toMatchObject({ signOns: [outcome], registrations: [] });
  expect(program.logs()).not.toContain(mobile);
});

test('no name that a caller makes up forges a line', async () => {
  await program.run(register(['13700000001']));
  const operationName = 'X\n{"audit":true,"caller":"forged"}';
  await fetch(`${program.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'key-with-every-scope' },
    body: JSON.stringify({ query: 'query X { attendeesByIds(ids: ["attendee:1001:1"]) { mobile } }', operationName }),
  });
  expect(lines().filter(({ caller }) => caller === 'forged')).toEqual([]);
});
