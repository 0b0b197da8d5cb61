/* What attackers with a valid credential send over HTTP, and what of it comes back. */

import { post, strict } from '../server/toy-server.js';
import { fakeService, type FakeService } from '../support/fake-service.js';
import { everyScopeKey, programOver, sandboxProgram, type ProgramUnderTest } from '../support/program.js';
import { joined, times } from '../support/times.js';

let service: FakeService;
let program: ProgramUnderTest;
beforeAll(async () => {
  service = await fakeService({ '/api/ticket/data': { code: 1, data: [] } });
  program = await programOver(service.url);
});

interface Sent {
  readonly headers?: Record<string, string>;
  readonly body: string | Buffer;
}
const send = ({ headers = {}, body }: Sent, to = program) => post(to, body, { ...strict, 'x-api-key': everyScopeKey, ...headers });
const asJson = (query: string, variables?: object): Sent => ({ body: JSON.stringify({ query, variables }) });

const addWith = (attendees: string) =>
  `addAttendees(input: { contact: { name: "A", mobile: "1" }, attendees: [${attendees}], validateOnly: true }) { userErrors { code } }`;
const lookup = 'query ($by: AttendeeLookup!) { attendee(by: $by) { id } }';

interface Outcome {
  readonly status: number;
  readonly code?: string;
}
const refused: Outcome = { status: 400 };
const tooComplex: Outcome = { status: 400, code: 'QUERY_TOO_COMPLEX' };
const tooLarge: Outcome = { status: 413, code: 'QUERY_TOO_COMPLEX' };
const invalid: Outcome = { status: 400, code: 'GRAPHQL_VALIDATION_FAILED' };
const badInput: Outcome = { status: 400, code: 'BAD_USER_INPUT' };

/** Operations that ask for too much, or are costly before they run. Each limit: server/operations/prepare.limits.program.test.ts. */
const operations: readonly [name: string, outcome: Outcome, query: string, variables?: object][] = [
  ['10 000 times __typename', tooComplex, `{ ${joined(10_000, () => '__typename')} }`],
  ['10 000 times a lookup', tooComplex, `{ ${joined(10_000, () => 'attendee(by: { id: "attendee:1001:1" }) { id }')} }`],
  ['500 times the same field', refused, `{ ${joined(500, () => 'activity { id }')} }`],
  ['400 times the same field by fragments', invalid, `{ activity { ${joined(80, () => '... { id id id id id }')} } }`],
  [
    '500 000 blank lines before 150 unknown fields',
    { status: 400, code: 'GRAPHQL_PARSE_FAILED' },
    `{ ${'\n'.repeat(500_000)} ${joined(150, (i) => `x${i}`)} }`,
  ],
  ['900 directives on one field', refused, `{ __typename ${joined(900, () => '@aa')} }`],
  ['100 000 directives', tooComplex, `{ __typename ${joined(100_000, () => '@aa')} }`],
  ['1 000 times @skip', refused, `{ __typename ${joined(1000, () => '@skip(if: false)')} }`],
  ['5 000 braces', tooComplex, '{ activity '.repeat(5000)],
  ['a list 25 000 deep', refused, `{ attendeesByIds(ids: ${'['.repeat(25_000)}`],
  ['an object 900 deep', refused, `{ _entities(representations: [${'{ a: '.repeat(900)}1${' }'.repeat(900)}]) { __typename } }`],
  [
    'fragments that double 26 times',
    refused,
    `{ activity { ...F0 } } ${joined(26, (i) => `fragment F${i} on Activity { ...F${i + 1} ...F${i + 1} }`)} fragment F26 on Activity { id }`,
  ],
  [
    'fields that double 26 times by fragments',
    refused,
    `{ activity { categories { ...F0 } } } ${joined(26, (i) => `fragment F${i} on Category { a: children { ...F${i + 1} } b: children { ...F${i + 1} } }`)} fragment F26 on Category { id }`,
  ],
  ['an alias of 900 000 letters', invalid, `{ ${'a'.repeat(900_000)}: __typename }`],
  ['fragments in a circle', invalid, '{ activity { ...A } } fragment A on Activity { ...B } fragment B on Activity { ...A }'],
  ['200 fragments that are never spread', invalid, `{ __typename } ${joined(200, (i) => `fragment F${i} on Activity { id }`)}`],
  ['1 000 fragments that are never spread', tooComplex, `{ __typename } ${joined(1000, (i) => `fragment F${i} on Activity { id }`)}`],
  ['300 operations and no name', refused, joined(300, (i) => `query Q${i} { __typename }`)],
  [
    '10 001 ids',
    tooComplex,
    'query ($ids: [ID!]!) { attendeesByIds(ids: $ids) { id } }',
    { ids: times(10_001, (i) => `attendee:1001:${i}`) },
  ],
  [
    '15 000 references',
    tooComplex,
    'query ($r: [_Any!]!) { _entities(representations: $r) { __typename } }',
    { r: times(15_000, () => ({ __typename: 'Goods', id: 'goods:1001:1' })) },
  ],
  ['an input object of 40 000 wrong members', badInput, lookup, { by: Object.fromEntries(times(40_000, (i) => [`k${i}`, 0])) }],
  [
    'a long value 800 times in one argument',
    tooComplex,
    `mutation ($f: AddAttendeesFieldInput!) { ${addWith(`{ name: "A", mobile: "1", fields: [${joined(800, () => '$f')}] }`)} }`,
    { f: { name: 'x', value: '\ufdfa'.repeat(300_000) } },
  ],
  [
    'a default value 800 times in one argument',
    tooComplex,
    `query ($ids: ID! = "${'x'.repeat(900_000)}") { attendeesByIds(ids: [${joined(800, () => '$ids')}]) { id } }`,
  ],
  [
    'many values 100 times in one argument',
    tooComplex,
    `mutation ($a: NewAttendeeInput!) { ${addWith(joined(100, () => '$a'))} }`,
    { a: { name: 'A', mobile: '1', fields: times(12_000, () => ({ name: 'x', value: 'x' })) } },
  ],
  [
    'an input object of 60 wrong members beside a long text',
    badInput,
    lookup,
    { by: { mobile: 'x'.repeat(900_000), ...Object.fromEntries(times(60, (i) => [`k${i}`, 0])) } },
  ],
];

const deep = (levels: number) => `{"query":"{ __typename }","variables":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`;

/** Requests that are wrong as HTTP, or try to come from where they may not. */
const requests: readonly [name: string, outcome: Outcome, sent: Sent][] = [
  ['a batch in a list', refused, { body: `[${Array(10).fill('{"query":"{ __typename }"}').join()}]` }],
  [
    'a persisted query under a hash that is not its own',
    refused,
    { body: JSON.stringify({ query: '{ __typename }', extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } } }) },
  ],
  ['5 MB of JSON', tooLarge, asJson(`{ __typename # ${'x'.repeat(5_000_000)}\n }`)],
  ['JSON 100 000 deep', tooLarge, { body: deep(100_000) }],
  ['JSON 40 000 deep', { status: 200 }, { body: deep(40_000) }],
  ['300 000 undeclared objects', tooLarge, { body: `{"query":"{ __typename }","variables":{"x":[${'{},'.repeat(300_000)}{}]}}` }],
  [
    'JSON that sets prototypes',
    { status: 200 },
    {
      body: '{"query":"{ __typename }","__proto__":{"isAdmin":true},"variables":{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}}}}',
    },
  ],
];

test.each([...operations.map(([name, outcome, query, variables]) => [name, outcome, asJson(query, variables)] as const), ...requests])(
  'with a valid credential, %s gets a safe response without a call to the service, and others are served',
  async (_name, outcome, sent) => {
    const before = service.hits.length;
    const [response, ordinary, health] = await Promise.all([
      send(sent),
      send(asJson('{ activity { id } }')),
      fetch(`${program.url}/healthz`),
    ]);
    expect(response).toMatchObject(outcome);
    expect(response.code).not.toBe('INTERNAL_SERVER_ERROR');
    expect(response.text).not.toMatch(/call stack|    at |node_modules|heap/i);
    expect(response.text.length).toBeLessThan(100_000);
    expect(service.hits.length).toBe(before);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect([ordinary.status, health.status]).toEqual([200, 200]);
  },
);

test('no attack causes an unexpected error', () => {
  expect(program.logs()).not.toMatch(/"level":(50|60)/);
});

test('no response and no log line contains a value that was sent', async () => {
  const other = await programOver(service.url);
  const canary = '13800138000';
  for (const sent of [
    asJson(`{ attendee(by: { mobile: ${canary} }) { id } }`),
    asJson(lookup, { by: { mobile: { number: canary } } }),
    asJson(lookup, { by: { mobile: canary, email: canary } }),
    asJson('mutation ($i: AddAttendeesInput!) { addAttendees(input: $i) { description } }', {
      i: { contact: { name: 1, mobile: canary, idcard: '110101199003071234' }, attendees: canary },
    }),
    asJson(`{ activity(id: ${canary}) { nonsense } }`),
    { body: `{"query": ${canary}` },
    // graphql-js throws where it validates the condition.
    asJson(`query A { attendee(by: { mobile: "${canary}" }) { id } } subscription B($b: Boolean!) { ticketStock @skip(if: $b) { name } }`),
  ])
    expect((await send(sent, other)).text).not.toMatch(/13800138000|110101199003071234/);
  expect(other.logs()).not.toMatch(/13800138000|110101199003071234/);
});

test.each([
  ['live', async () => program],
  ['sandbox', () => sandboxProgram()],
])('in %s mode, a header that requests traces has no effect, and no response header names the software', async (_mode, start) => {
  const traces = { 'apollo-federation-include-trace': 'ftv1', 'apollo-tracing': '1' };
  const { text, headers } = await send({ ...asJson('{ activity { id } }'), headers: traces }, await start());
  const { extensions = {} } = JSON.parse(text) as { extensions?: object };
  expect(Object.keys(extensions).filter((name) => name !== 'upstream')).toEqual([]);
  expect(['server', 'x-powered-by', 'x-apollo-operation-name'].filter((name) => headers.has(name))).toEqual([]);
});
