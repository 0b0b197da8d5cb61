/* The graph's errors in other servers, which are set up as their own documentation shows. */

import { stitchSchemas } from '@graphql-tools/stitch';
import { execute, extendSchema, graphql, GraphQLError, parse, type GraphQLFormattedError } from 'graphql';
import { createErrorFormat, createEventGraph, EventGraphQLError, UpstreamRejectedError, type EventGraph } from '../../src/index.js';
import { postTo } from '../server/toy-server.js';
import { closedAfterwards } from '../support/afterwards.js';
import { fakeService, type FakeService, type Scripts } from '../support/fake-service.js';
import { apolloOver, yogaOver, type ForeignServer } from './servers.js';

const person = { id: 7, name: 'A', review: 1 };
const scripts: Scripts = {
  '/api/participant/getList': { code: 1, data: [person, { ...person, id: 8, review: 'soon' }], total: 2 },
  '/api/schedule/getList': (_hit, response) => void response.writeHead(503).end(),
  '/api/article/getList': (_hit, response) => void response.end('<html>'),
  '/api/ticket/data': { code: 0, msg: 'The tickets are not ready.' },
  '/api/activity/getFields': { code: 1, data: [] },
  '/api/participant/add': (_hit, response) => void response.writeHead(502).end(),
};

let service: FakeService;
let graph: EventGraph;
beforeAll(async () => {
  service = await fakeService(scripts);
  graph = closedAfterwards(
    await createEventGraph({ url: service.url, publicKey: 'p', privateKey: 'k', activityIds: [1001], service: { retries: 0 } }),
  );
});
beforeEach(() => void (service.hits.length = 0));

const caller = { name: 'me', scopes: ['content:read', 'attendees:read', 'attendees:write'] };
const context = (signal?: AbortSignal) => graph.createContext({ caller, signal });

const query = `query {
  activity {
    schedule { totalCount }
    tickets { name }
    articles { items { id } }
    attendees(first: 2) { nodes { id mobile review { state } } }
    attendee(by: { id: "x" }) { id }
  }
  attendeesByIds(ids: ["attendee:1001:7", "x"]) { id }
  entities: _entities(representations: [{ __typename: "Attendee", id: "x" }, { __typename: "Attendee", id: "attendee:1001:7" }]) { ... on Attendee { id } }
}`;
const forbidden = { code: 'FORBIDDEN', requiredScopes: ['attendees:pii'] };
/** Each error by its path. */
const expected = {
  'activity.schedule': { code: 'UPSTREAM_UNAVAILABLE', upstream: { operation: '/api/schedule/getList' } },
  'activity.tickets': { code: 'UPSTREAM_REJECTED', upstream: { operation: '/api/ticket/data', message: 'The tickets are not ready.' } },
  'activity.articles': { code: 'UPSTREAM_INVALID_RESPONSE', upstream: { operation: '/api/article/getList', path: expect.any(String) } },
  'activity.attendees.nodes.0.mobile': forbidden,
  'activity.attendees.nodes.1.mobile': forbidden,
  'activity.attendees.nodes.1.review.state': {
    code: 'UPSTREAM_INVALID_RESPONSE',
    upstream: { operation: '/api/participant/getList', path: '$.data[1].review' },
  },
  'activity.attendee': { code: 'BAD_USER_INPUT', argument: 'by.id' },
  'attendeesByIds.1': { code: 'BAD_USER_INPUT', argument: 'ids[1]' },
  'entities.0': { code: 'BAD_USER_INPUT', argument: 'representations[0].id' },
};
const byPath = (errors: readonly GraphQLFormattedError[] = []) =>
  Object.fromEntries(errors.map(({ path, extensions }) => [path!.join('.'), extensions]));

/** Posts to a server, whose address is that of the graph. */
const post = ({ url }: ForeignServer, source: string, variables?: object) => postTo(url, { query: source, variables });

test('a server that copies the properties of a context still gets the extensions of the response', async () => {
  const own = graph.createContext({ caller: { ...caller, scopes: ['self:read'] } });
  const copy = Object.assign({}, own);
  await graphql({ schema: graph.schema, source: '{ activity { viewer { id } } }', contextValue: copy });
  expect(copy.responseExtensions()).toEqual({ viewer: [{ reason: 'NO_CLAIM', activityId: '1001' }] });
});

test('a field that a user of the library adds to a type of people leaves the others readable', async () => {
  const schema = extendSchema(graph.schema, parse('extend type Attendee { badge: String }'));
  const source = '{ attendeesByIds(ids: ["attendee:1001:7"]) { id badge } }';
  expect(await graphql({ schema, source, contextValue: context() })).toEqual({
    data: { attendeesByIds: [{ id: 'attendee:1001:7', badge: null }] },
  });
});

describe.each([
  ['GraphQL Yoga', yogaOver],
  ['Apollo Server', apolloOver],
])('in %s', (_name, over) => {
  test('every error of a query is shown at its path with its extensions, and the other fields have their values', async () => {
    const server = await over(graph, context);
    const { status, body } = await post(server, query);
    expect(status).toBe(200);
    expect(byPath(body.errors)).toEqual(expected);
    for (const { message } of body.errors!) expect(message).not.toMatch(/Unexpected error|Internal/);
    expect(body.data!['activity'].attendees.nodes.map(({ id }: { id: string }) => id)).toEqual(['attendee:1001:7', 'attendee:1001:8']);
    expect(body.data).toMatchObject({
      attendeesByIds: [{ id: 'attendee:1001:7' }, null],
      entities: [null, { id: 'attendee:1001:7' }],
    });
    expect(service.hitsOf('/participant/getList')).toHaveLength(2);
  });

  test("a mutation's unknown outcome is shown with the outcome of each registrant", async () => {
    const server = await over(graph, context);
    const add = 'mutation($input: AddAttendeesInput!) { addAttendees(input: $input) { description } }';
    const { body } = await post(server, add, {
      input: { contact: { name: 'A', mobile: '13800138000' }, attendees: [{ name: 'A', mobile: '13800138000' }] },
    });
    expect(byPath(body.errors)).toEqual({
      addAttendees: {
        code: 'OUTCOME_UNKNOWN',
        upstream: { operation: '/api/participant/add' },
        idempotencyKey: null,
        registrants: [{ index: 0, status: 'UNVERIFIED' }],
      },
    });
    expect(service.hitsOf('/participant/add')).toHaveLength(1);
  });

  test('the errors keep their extensions through a stitched schema', async () => {
    const schema = stitchSchemas({ subschemas: [{ schema: graph.schema }], typeDefs: 'extend type Query { own: String }' });
    const server = await over({ schema }, context);
    const { body } = await post(server, query.replace(/entities:.*/, ''));
    const { 'entities.0': _, ...others } = expected;
    expect(byPath(body.errors)).toEqual(others);
  });
});

test('GraphQL Yoga shows the errors of a subscription, of its start and of its events', async () => {
  const server = await yogaOver(graph, context);
  const first = async (selection: string) => {
    const search = new URLSearchParams({ query: `subscription { ${selection} }` });
    const response = await fetch(`${server.url}?${search}`, { headers: { accept: 'text/event-stream' } });
    let read = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      read += chunk;
      const [, event] = /^data: *(\{.*\})$/m.exec(read) ?? [];
      if (event !== undefined) return JSON.parse(event);
    }
  };
  expect(byPath((await first('ticketStock(every: 0) { name }')).errors)).toEqual({
    ticketStock: { code: 'BAD_USER_INPUT', argument: 'every' },
  });
  expect(byPath((await first('ticketStock(every: 1) { name }')).errors)).toEqual({ ticketStock: expected['activity.tickets'] });
});

test('the thrown error is the cause of the `GraphQLError`, and `createErrorFormat` formats both alike', async () => {
  const { errors } = await graphql({ schema: graph.schema, source: '{ activity { tickets { name } } }', contextValue: context() });
  const [error] = errors!;
  expect(error!.originalError).toBeInstanceOf(GraphQLError);
  expect(error!.originalError).toBeInstanceOf(EventGraphQLError);
  expect((error!.originalError as EventGraphQLError).cause).toBeInstanceOf(UpstreamRejectedError);
  const defects: unknown[] = [];
  const format = createErrorFormat({ newErrorId: () => 'id', report: (defect) => defects.push(defect) });
  const shown = { message: error!.message, path: ['activity', 'tickets'], extensions: expected['activity.tickets'] };
  expect({ error: format(error, 'request'), cause: format((error!.originalError as EventGraphQLError).cause, 'request') }).toEqual({
    error: { ...shown, locations: expect.any(Array) },
    cause: { message: shown.message, extensions: shown.extensions },
  });
  expect(defects).toEqual([]);
});

test.each([
  ['{', 'GRAPHQL_PARSE_FAILED', /^Syntax Error: /],
  ['{ nothing }', 'GRAPHQL_VALIDATION_FAILED', /"nothing"/],
  ['query ($id: ID!) { activity(id: $id) { id } }', 'BAD_USER_INPUT', /"\$id" of required type/],
  ['query ($id: ID = {}) { activity { id } }', 'GRAPHQL_VALIDATION_FAILED', /ID cannot represent/],
  ['query ($first: Int = null) { activity { attendees(first: $first) { totalCount } } }', 'BAD_USER_INPUT', /"first"/],
  ['query A { __typename } query B { __typename }', 'BAD_USER_INPUT', /operation name/],
])('`createErrorFormat` takes an error of `graphql` about the request %j for no defect', async (source, code, message) => {
  const { errors } = await graphql({ schema: graph.schema, source, contextValue: context() });
  const defects: unknown[] = [];
  const format = createErrorFormat({ newErrorId: () => 'id', report: (defect) => defects.push(defect) });
  expect(format(errors![0], 'request')).toMatchObject({ message: expect.stringMatching(message), extensions: { code } });
  expect(defects).toEqual([]);
});

describe('scopes', () => {
  const tickets = async (scopes: Iterable<string>) => {
    const { errors } = await graphql({
      schema: graph.schema,
      source: '{ activity { tickets { name } } }',
      contextValue: graph.createContext({ caller: { name: 'me', scopes } }),
    });
    return errors![0]!.extensions['code'];
  };
  function* generated() {
    yield 'content:read';
  }

  test.each([
    ['an array', ['content:read']],
    ['a set', new Set(['content:read'])],
    ['a generator', generated()],
    ['an array with names that the graph does not know', ['email', 'content:read']],
  ])('the scopes of a caller may be %s', async (_, scopes) => {
    expect(await tickets(scopes)).toBe('UPSTREAM_REJECTED');
  });

  test('a caller queries the activities that it names, where they are served', async () => {
    const listed = async (activities?: Iterable<number | string>) => {
      const contextValue = graph.createContext({ caller: { name: 'me', scopes: ['content:read'], activities } });
      const { data } = await execute({ schema: graph.schema, document: parse('{ activities { id } }'), contextValue });
      return (data as { activities: { id: string }[] }).activities.map(({ id }) => id);
    };
    expect(await listed()).toEqual(['1001']);
    expect(await listed(['1001', 7])).toEqual(['1001']);
    expect(await listed(new Set([7, 'x']))).toEqual([]);
    for (const activities of ['1001', 1001] as never[])
      expect(() => graph.createContext({ caller: { name: 'me', scopes: [], activities } })).toThrow(
        'caller.activities: expected an iterable',
      );
  });

  test('empty scopes of a caller grant nothing', async () => {
    expect([await tickets([]), await tickets(new Set())]).toEqual(['FORBIDDEN', 'FORBIDDEN']);
  });

  test.each([[undefined], [null], [5], ['content:read attendees:read'], [{ 'content:read': true }]])(
    'scopes of a caller that are %j are refused with an explanation',
    (scopes: unknown) => {
      expect(() => graph.createContext({ caller: { name: 'me', scopes: scopes as Iterable<string> } })).toThrow(
        'caller.scopes: expected an iterable of scope names',
      );
    },
  );
});
