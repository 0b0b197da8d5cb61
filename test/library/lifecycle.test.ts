/* How long the libraries keep connections and files open, and that two graphs in one process share nothing. */

import { graphql, parse, subscribe, type ExecutionResult } from 'graphql';
import { createEventGraph, createRestClient, type EventGraph, type EventGraphOptions } from '../../src/index.js';
import { sandboxKeys, startSandbox, type Sandbox } from '../../src/sandbox/sandbox.js';
import { ssoLoginReply } from '../service/samples.js';
import { closedAfterwards } from '../support/afterwards.js';
import { fakeService, type FakeService, type Script, type Scripts } from '../support/fake-service.js';
import { gate } from '../support/gate.js';
import { temporaryFile } from '../support/temporary-files.js';
import { until } from '../support/until.js';

const caller = { name: 'me', scopes: ['content:read', 'attendees:read', 'attendees:write', 'sso:issue'] };
const ask = (graph: EventGraph, source: string, variableValues = {}) =>
  graphql({ schema: graph.schema, source, variableValues, contextValue: graph.createContext({ caller }) }) as Promise<ExecutionResult<any>>;
const tickets = '{ activity { tickets { name } } }';

describe('closing', () => {
  let service: FakeService;
  const graphOver = async (scripts: Scripts, options: Partial<EventGraphOptions> = {}): Promise<EventGraph> => {
    service = await fakeService(scripts);
    return createEventGraph({ url: service.url, publicKey: 'p', privateKey: 'k', activityIds: [1001], ...options });
  };
  const hang: Script = () => {};

  test('after close, no connection is open, and further operations fail without a request', async () => {
    const graph = await graphOver({ '*': { code: 1, data: [] } });
    expect(await ask(graph, tickets)).toEqual({ data: { activity: { tickets: [] } } });
    expect(service.openSockets()).toBe(1);
    await graph.close();
    await until(() => service.openSockets() === 0);
    expect((await ask(graph, tickets)).errors![0]!.extensions['code']).toBe('UPSTREAM_UNAVAILABLE');
    expect(service.hits).toHaveLength(1);
  });

  test('after close, a read that hangs fails long before its deadline', async () => {
    const graph = await graphOver({ '*': hang });
    const read = ask(graph, tickets);
    await until(() => service.hits.length === 1);
    await graph.close();
    await until(() => service.openSockets() === 0);
    expect((await read).errors![0]!.extensions['code']).toBe('UPSTREAM_UNAVAILABLE');
    expect(service.hits).toHaveLength(1);
  });

  describe('an `ssoLogin` in progress', () => {
    const login = 'mutation { ssoLogin(input: { mobile: "13800138000", addIfMissing: true }) { login { token } userErrors { message } } }';
    const options = () => ({ stateFile: temporaryFile('state.db') });

    test('after close, an `ssoLogin` in progress has ended, and so have those that waited for it', async () => {
      const { open, opened } = gate();
      const graph = await graphOver({ '*': () => opened.then(() => ssoLoginReply) }, options());
      const logins = [ask(graph, login), ask(graph, login)];
      await until(() => service.hits.length === 1);
      const closed = graph.close();
      open();
      await closed;
      const expected = { data: { ssoLogin: { login: { token: 't' }, userErrors: [] } } };
      expect(await Promise.all(logins)).toEqual([expected, expected]);
      await until(() => service.openSockets() === 0);
      expect(service.hits).toHaveLength(2);
    });

    test('an `ssoLogin` that loses its reply during close looks its attendee up', async () => {
      let loseReply = () => {};
      const attendee = { id: 7, form_id: 1001, mobile: '13800138000', time: 1_700_000_000 };
      const scripts: Scripts = {
        '/api/participant/sso_login': ({ socket }) => void (loseReply = () => socket.destroy()),
        '*': { code: 1, data: attendee },
      };
      const graph = await graphOver(scripts, options());
      const running = ask(graph, login);
      await until(() => service.hits.length === 1);
      const closed = graph.close();
      // Beyond the half second after which reads fail.
      await new Promise((resolve) => setTimeout(resolve, 700));
      loseReply();
      expect((await running).errors![0]!.extensions).toMatchObject({ code: 'OUTCOME_UNKNOWN', registrants: [{ status: 'EARLIER' }] });
      await closed;
    });
  });

  test.each(['close', 'the abort of its signal'])('after %s, a subscription has ended, and nothing is polled', async (end) => {
    const graph = await graphOver({ '*': { code: 1, data: [] } });
    const aborted = new AbortController();
    const contextValue = graph.createContext({ caller, signal: aborted.signal });
    const feed = (await subscribe({
      schema: graph.schema,
      document: parse('subscription { ticketStock(every: 60) { name } }'),
      contextValue,
    })) as AsyncGenerator<ExecutionResult>;
    expect((await feed.next()).value).toEqual({ data: { ticketStock: [] } });
    const further = feed.next();
    if (end === 'close') await graph.close();
    else aborted.abort();
    expect({ further: (await further).done, feed: (await feed.next()).done }).toEqual({ further: true, feed: true });
    await graph.close();
    await until(() => service.openSockets() === 0);
    expect(service.hits).toHaveLength(1);
  });

  test('after close, the REST client has no connection open either', async () => {
    service = await fakeService({ '/api/ticket/data': { code: 1, data: [] }, '*': hang });
    const client = await createRestClient({ url: service.url, publicKey: 'p', privateKey: 'k' });
    expect(await client.listTickets(1001)).toEqual([]);
    const read = client.listSchedule(1001).catch((error: unknown) => error);
    await until(() => service.hits.length === 2);
    await client.close();
    await until(() => service.openSockets() === 0);
    expect(await read).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
  });
});

describe('two graphs in one process', () => {
  let graphs: [EventGraph, EventGraph];
  beforeAll(async () => {
    const one = closedAfterwards(await startSandbox());
    const other = closedAfterwards(await startSandbox({ ...sandboxKeys, privateKey: 'another-private-key' }));
    const options = ({ url }: Sandbox, rest: Partial<EventGraphOptions>): EventGraphOptions => ({
      ...sandboxKeys,
      url,
      activityIds: [1001],
      ...rest,
    });
    const prefixed = options(one, { typePrefix: 'Event', relayNode: true, service: { maxPageSize: 5 } });
    const plain = options(other, { privateKey: 'another-private-key', activityIds: [1002, 1001], authDirectives: false });
    graphs = [closedAfterwards(await createEventGraph(prefixed)), closedAfterwards(await createEventGraph(plain))];
  });

  test('each of two graphs has the schema and the activities of its own options', async () => {
    const query =
      '{ root: __type(name: "Query") { fields { name } } activities { __typename id attendees { nodes { id } } } entities: _entities(representations: [{ __typename: "Attendee", id: "attendee:1001:700001" }]) { __typename } }';
    const [first, second] = await Promise.all(graphs.map((graph) => ask(graph, query)));
    expect(first!.data.activities).toEqual([
      { __typename: 'EventActivity', id: '1001', attendees: { nodes: Array.from({ length: 5 }, () => expect.anything()) } },
    ]);
    expect(second!.data.activities.map(({ __typename: type, id }: { __typename: string; id: string }) => [type, id])).toEqual([
      ['Activity', '1002'],
      ['Activity', '1001'],
    ]);
    expect(second!.data.activities[1].attendees.nodes).toHaveLength(20);
    expect([first, second].map((result) => result!.data.root.fields.some(({ name }: { name: string }) => name === 'node'))).toEqual([
      true,
      false,
    ]);
    expect(first!.errors!.map(({ extensions }) => extensions['code'])).toEqual(['BAD_USER_INPUT']);
    expect({ errors: second!.errors, entities: second!.data.entities }).toEqual({
      errors: undefined,
      entities: [{ __typename: 'Attendee' }],
    });
    expect(graphs.map(({ sdl }) => [sdl.includes('type EventActivity'), sdl.includes('@requiresScopes')])).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  test('closing one of two graphs leaves the other working', async () => {
    await graphs[0].close();
    expect((await ask(graphs[1], tickets)).errors).toBeUndefined();
    expect((await ask(graphs[0], tickets)).errors![0]!.extensions['code']).toBe('UPSTREAM_UNAVAILABLE');
  });
});
