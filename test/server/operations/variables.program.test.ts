/* Invalid variables of any shape, by any transport: the caller gets an error of its own, and the service is not called. */

import type { GraphQLFormattedError } from 'graphql';
import { fakeService, type FakeService } from '../../support/fake-service.js';
import { everyScopeKey, programOver, type ProgramUnderTest } from '../../support/program.js';
import { protocols, subscribe } from '../../support/subscription-clients.js';
import { joined, times } from '../../support/times.js';
import { post as postTo, strict } from '../toy-server.js';

let service: FakeService;
let program: ProgramUnderTest;
beforeAll(async () => {
  service = await fakeService({ '/api/ticket/data': { code: 1, data: [] } });
  program = await programOver(service.url);
});

const authorization = `Bearer ${everyScopeKey}`;
const nested = (depth: number, open: string, close: string) => `${open.repeat(depth)}1${close.repeat(depth)}`;
/** Values as JSON text: JSON.stringify could not write the deep ones. */
const shapes: readonly [what: string, json: string][] = [
  ['an object', '{"canary":"CANARY"}'],
  ['a string', '"CANARY"'],
  ['a list of strings', '["CANARY"]'],
  ['objects nested 5 000 deep', nested(5_000, '{"a":', '}')],
  ['lists nested 20 000 deep', nested(20_000, '[', ']')],
];

/** Posts a query with the variable `value`, whose JSON is given. */
async function post(query: string, value: string) {
  const text = `{"query":${JSON.stringify(query)},"variables":{"value":${value}}}`;
  const { status, body } = await postTo(program, text, { ...strict, authorization });
  return { status, data: body.data, errors: body.errors ?? [] };
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

const byReference = 'query ($value: [_Any!]!) { _entities(representations: $value) { __typename } }';

test.each([10, 20_000])('the members of a reference beyond its key may be nested: %d levels deep', async (depth) => {
  const { data, errors } = await post(byReference, `[{"__typename":"Attendee","id":"x","extra":${nested(depth, '[', ']')}}]`);
  expect(data).toEqual({ _entities: [null] });
  expectBadInput(errors);
});

test.each(protocols)('an object as a number of a subscription over %s gets BAD_USER_INPUT', async (protocol) => {
  const query = 'subscription ($value: Int!) { ticketStock(every: $value) { id } }';
  const { next, leave } = subscribe(program, protocol, { query, variables: { value: { canary: 'CANARY' } } });
  expectBadInput((await next()).errors);
  await leave();
});

test('a null among many references is refused, and its error contains no other reference', async () => {
  const reference = { __typename: 'Attendee', id: 'attendee:1001:1', note: 'CANARY' };
  const { errors } = await post(byReference, JSON.stringify([...times(500, () => reference), null]));
  expectBadInput(errors);
  expect(errors).toHaveLength(1);
});

test('a null for a member of a `@oneOf` input object is refused, and the service is not called', async () => {
  const { errors } = await post('query ($value: ID) { attendee(by: { id: $value }) { id } }', 'null');
  expectBadInput(errors);
});

test('at most ten errors of a document are located', async () => {
  const invalid = await post(`{ ${joined(300, (index) => `x${index}`)} }`, 'null');
  expect({ status: invalid.status, errors: invalid.errors.length }).toEqual({ status: 400, errors: 11 });
});
