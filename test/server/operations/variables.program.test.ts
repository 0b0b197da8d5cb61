/* Invalid variables of any shape, by any transport: the caller gets an error of its own, and the service is not called. */

import type { GraphQLFormattedError } from 'graphql';
import { fakeService, type FakeService } from '../../support/fake-service.js';
import { everyScopeKey, programOver, type ProgramUnderTest } from '../../support/program.js';
import { protocols, subscribe } from '../../support/subscription-clients.js';
import { post as postTo, strict } from '../toy-server.js';

let service: FakeService;
let program: ProgramUnderTest;
beforeAll(async () => {
  service = await fakeService({ '/api/ticket/data': { code: 1, data: [] } });
  program = await programOver(service.url);
});

const authorization = `Bearer ${everyScopeKey}`;
const nested = (depth: number, open: string, close: string) => JSON.parse(`${open.repeat(depth)}1${close.repeat(depth)}`) as unknown;
const shapes: readonly [string, unknown][] = [
  ['an object', { canary: 'CANARY' }],
  ['a string', 'CANARY'],
  ['a list of strings', ['CANARY']],
  ['objects nested 5 000 deep', nested(5_000, '{"a":', '}')],
  ['lists nested 5 000 deep', nested(5_000, '[', ']')],
  ['lists nested 20 000 deep', nested(20_000, '[', ']')],
];

async function post(query: string, value: unknown) {
  const { status, body } = await postTo(program, written(query, value), { ...strict, authorization });
  return { status, errors: body.errors ?? [] };
}

/** JSON.stringify could not write the deep ones. */
function written(query: string, value: unknown): string {
  let depth = 0;
  for (let at = value; typeof at === 'object' && at !== null && depth < 200_000; at = Array.isArray(at) ? at[0] : (at as { a?: unknown }).a)
    depth += 1;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{"a":', '}'];
  const text = depth > 1000 ? `${open.repeat(depth)}1${close.repeat(depth)}` : JSON.stringify(value);
  return `{"query":${JSON.stringify(query)},"variables":{"value":${text}}}`;
}

function expectBadInput(errors: readonly GraphQLFormattedError[]) {
  expect(errors.length).toBeGreaterThan(0);
  for (const { extensions, message } of errors) {
    expect(extensions?.['code']).toBe('BAD_USER_INPUT');
    expect(message).not.toContain('CANARY');
  }
  expect(service.hits).toEqual([]);
  expect(program.logs()).not.toMatch(/"level":(50|60)/);
}

describe.each([
  ['a number', 'query ($value: Int) { activity { attendees(first: $value) { totalCount } } }'],
  ['an input object', 'query ($value: AttendeeLookup!) { attendee(by: $value) { id } }'],
  [
    'a list of input objects',
    'mutation ($value: [NewAttendeeInput!]!) { addAttendees(input: { contact: { name: "A", mobile: "1" }, attendees: $value }) { description } }',
  ],
])('as %s over HTTP', (_what, query) => {
  test.each(shapes)('%s gets BAD_USER_INPUT', async (_shape, value) => {
    const { status, errors } = await post(query, value);
    expect(status).toBe(400);
    expectBadInput(errors);
  });
});

test.each([10, 20_000])('the members of a reference beyond its key may be nested: %d levels deep', async (depth) => {
  const query = 'query ($value: [_Any!]!) { _entities(representations: $value) { __typename } }';
  const reference = `{"__typename":"Attendee","id":"x","extra":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  const { body } = await postTo(program, `{"query":${JSON.stringify(query)},"variables":{"value":[${reference}]}}`, { authorization });
  expect(body.data).toEqual({ _entities: [null] });
  expectBadInput(body.errors!);
});

test.each(
  protocols.flatMap((protocol) =>
    shapes.filter(([shape]) => !shape.includes('deep')).map(([shape, value]) => [shape, protocol, value] as const),
  ),
)('%s as a number of a subscription over %s gets BAD_USER_INPUT', async (_shape, protocol, value) => {
  const query = 'subscription ($value: Int!) { ticketStock(every: $value) { id } }';
  const { next, leave } = subscribe(program, protocol, { query, variables: { value } });
  expectBadInput((await next()).errors);
  await leave();
});

test('a null among many references is refused, and its error contains no other reference', async () => {
  const references = Array.from({ length: 500 }, (_, index) => ({
    __typename: 'Attendee',
    id: `attendee:1001:${index + 1}`,
    note: 'CANARY',
  }));
  const query = 'query ($value: [_Any!]!) { _entities(representations: $value) { __typename } }';
  const { errors } = await post(query, [...references, null]);
  expectBadInput(errors);
  expect(errors).toHaveLength(1);
});

test('a null for a member of a `@oneOf` input object is refused, and the service is not called', async () => {
  const { errors } = await post('query ($value: ID) { attendee(by: { id: $value }) { id } }', null);
  expectBadInput(errors);
});

test('at most ten errors of a document are located', async () => {
  const invalid = await post(`{ ${Array.from({ length: 300 }, (_, index) => `x${index}`).join(' ')} }`, null);
  expect({ status: invalid.status, errors: invalid.errors.length }).toEqual({ status: 400, errors: 11 });
});
