/* Subscriptions over graphql-ws and as server-sent events: the messages of both protocols, and the calls to the service that they cause. */

import { webSocketTo } from '../support/sockets.js';
import { eventStream, hook, pushCheckIn, pushUntil } from './events.js';
import { bodyText, frozen, section } from './fixture.js';
import { frozenProgram, ownMobile, stopTime, type Ask, type FrozenProgram } from './program.js';
import type { Faults } from './service.js';

beforeAll(stopTime);
afterAll(() => void jest.useRealTimers());

/**
 * What a client over WebSocket does: it sends a message, or waits until it has received one more, or its operation has ended, or the server
 * has closed the connection. Check-ins are pushed meanwhile.
 */
type Action = { readonly send: unknown } | { readonly receive: 'one' | 'end'; readonly push?: unknown };

const init = { send: { type: 'connection_init', payload: { authorization: 'Bearer key-with-every-scope' } } };
const subscribe = (query: string, variables?: unknown, id = '1'): Action => ({
  send: { id, type: 'subscribe', payload: { query, variables } },
});
const tickets = 'subscription { ticketStock { name remainingStock } }';
const checkIns = 'subscription { checkIns(activityId: "1001") { id activityId receivedAt payload attendee { id name mobile } } }';
type Operation = Ask & { readonly query: string; readonly push?: unknown };
const operations: Readonly<Record<string, Operation>> = {
  'the stock of tickets': { query: tickets },
  'the stock of goods of another activity': {
    query:
      'subscription G($id: ID!) { stock: goodsStock(activityId: $id, every: 300) { __typename id ...F } } fragment F on ActivityStockItem { soldOut }',
    variables: { id: '1002' },
  },
  'a check-in': { query: checkIns, push: { participant: '700001', more: [1, null] } },
  'a check-in of an unknown attendee': { query: checkIns, push: { participant: '999999' } },
  'a check-in without its attendee': { query: 'subscription { checkIns { payload } }', push: 'a text' },
  'an unknown activity': { query: 'subscription { ticketStock(activityId: "7") { id } }' },
  'a broken interval': { query: 'subscription { ticketStock(every: 0) { id } }' },
  'a broken variable': { query: 'subscription Q($every: Int!) { ticketStock(every: $every) { id } }', variables: { every: 'x' } },
  'an unknown field': { query: 'subscription { nothing }' },
  'a syntax error': { query: 'subscription {' },
  'two fields of the root': { query: 'subscription { ticketStock { id } goodsStock { id } }' },
  '@skip of the field': { query: 'subscription { ticketStock @skip(if: true) { id } }' },
  'a query': { query: '{ activity { id tickets { name } nothing: attendee(by: { id: "x" }) { id } } }' },
  'a mutation': { query: `mutation { ssoLogin(input: { mobile: "${ownMobile}" }) { userErrors { code } login { state } } }` },
  'too many aliases': { query: `{ ${Array.from({ length: 31 }, (_, index) => `a${index}: __typename`).join(' ')} }` },
};

const sockets: Readonly<Record<string, readonly Action[]>> = {
  ...Object.fromEntries(
    Object.entries(operations).map(([name, { query, variables, push }]) => [
      name,
      [init, { receive: 'one' }, subscribe(query, variables), { receive: query.startsWith('subscription') ? 'one' : 'end', push }],
    ]),
  ),
  'a subscription that the client completes': [
    { send: { type: 'connection_init', payload: { 'x-api-key': 'key-with-every-scope' } } },
    { receive: 'one' },
    subscribe(checkIns),
    { send: { id: '1', type: 'complete' } },
    { send: { type: 'ping', payload: { a: 1 } } },
    { receive: 'one' },
  ],
  'no credential': [{ send: { type: 'connection_init' } }, { receive: 'one' }],
  'a wrong credential': [{ send: { type: 'connection_init', payload: { authorization: 'Bearer wrong' } } }, { receive: 'one' }],
  'a subscription before the connection is acknowledged': [subscribe(tickets), { receive: 'one' }],
  'a second connection_init': [init, { receive: 'one' }, init, { receive: 'one' }],
  'an id that is in use': [init, { receive: 'one' }, subscribe(tickets), { receive: 'one' }, subscribe(tickets), { receive: 'one' }],
  'a message that is no JSON': [init, { receive: 'one' }, { send: '{' }, { receive: 'one' }],
  'a message of an unknown type': [init, { receive: 'one' }, { send: { type: 'nothing' } }, { receive: 'one' }],
  'a subscribe without a query': [init, { receive: 'one' }, { send: { id: '1', type: 'subscribe', payload: {} } }, { receive: 'one' }],
  ping: [init, { receive: 'one' }, { send: { type: 'ping' } }, { receive: 'one' }],
};

/** The messages that a client receives, and how the connection ended. */
async function socketTranscript(program: FrozenProgram, actions: readonly Action[]): Promise<string> {
  const socket = webSocketTo(program.url);
  const lines: string[] = [];
  let ended = false;
  let closed = false;
  let arrived = () => {};
  socket.on('message', (message: Buffer) => {
    const text = message.toString();
    ended ||= /"type":"(complete|error)"/.test(text);
    lines.push(bodyText(text));
    arrived();
  });
  socket.on('close', (code, reason) => {
    if (!closed) lines.push(`closed with ${code} ${reason.toString()}`);
    closed = true;
    arrived();
  });
  await new Promise((resolve) => socket.once('open', resolve));
  let read = 0;
  for (const action of actions) {
    if ('send' in action) {
      socket.send(typeof action.send === 'string' ? action.send : JSON.stringify(action.send));
      continue;
    }
    const waits = () => !closed && (action.receive === 'one' ? lines.length <= read : !ended);
    const done = (async () => {
      while (waits()) await new Promise<void>((resolve) => (arrived = resolve));
    })();
    await pushUntil(program, done, action.push);
    read = action.receive === 'one' ? read + 1 : lines.length;
  }
  closed = true;
  socket.terminate();
  // Further pushes may have arrived.
  return lines.slice(0, read).join('\n');
}

/** The events of an operation over an event stream, up to the first one of a subscription. */
async function streamTranscript(program: FrozenProgram, { push, ...ask }: Operation): Promise<string> {
  const { response, text } = await eventStream(program, ask, push);
  const head = `${response.status} ${response.headers.get('content-type')} ${response.headers.get('cache-control')}`;
  if (!text.includes('event:')) return `${head}\n${bodyText(text)}`;
  const events = [...text.matchAll(/^event: ?(.*)\n(?:data: ?(.*)\n)?/gm)].map(([, event, data = '']) =>
    data === '' ? event! : `${event} ${bodyText(data)}`,
  );
  return [head, ...events.slice(0, push === undefined ? undefined : 1)].join('\n');
}

type Case = (program: FrozenProgram) => Promise<string>;

/** A case whose service fails. */
const failing =
  (faults: Faults, run: Case): Case =>
  (program) => {
    program.service.fail(faults);
    return run(program);
  };
const sold = (by: string) => ({ replace: '"sold_num":412', by: `"sold_num":${by}` });
const stock = [
  init,
  { receive: 'one' },
  subscribe('subscription { ticketStock(every: 1) { serviceId soldStock } }'),
  { receive: 'one' },
  { receive: 'one' },
] as const;

const cases: Readonly<Record<string, Case>> = {
  ...Object.fromEntries(
    Object.entries(sockets).map(([name, actions]): [string, Case] => [
      `graphql-ws: ${name}`,
      (program) => socketTranscript(program, actions),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(operations).map(([name, operation]): [string, Case] => [
      `an event stream: ${name}`,
      (program) => streamTranscript(program, operation),
    ]),
  ),
  'an event stream at /graphql': (program) => streamTranscript(program, { path: '/graphql', query: tickets }),
  'an event stream by GET': (program) =>
    streamTranscript(program, { method: 'GET', path: `/graphql?${new URLSearchParams({ query: tickets }).toString()}`, query: tickets }),
  'an event stream without its scope': (program) =>
    streamTranscript(program, { query: 'subscription { checkIns { payload } }', scopes: 'content:read' }),
  'an event stream without a credential': (program) => streamTranscript(program, { query: tickets, scopes: null }),
  'graphql-ws: stock that changes': failing({ '/api/ticket/data': [sold('1'), sold('1'), sold('2')] }, (program) =>
    socketTranscript(program, stock),
  ),
  'graphql-ws: a service that fails': failing({ '/api/ticket/data': { status: 500, body: '' } }, (program) =>
    socketTranscript(program, stock.slice(0, 4)),
  ),
  'graphql-ws: a subscription without its scope': async (program) => {
    const payload = await program.credential({ scopes: 'content:read' });
    return socketTranscript(program, [
      { send: { type: 'connection_init', payload } },
      { receive: 'one' },
      subscribe(checkIns),
      { receive: 'end' },
    ]);
  },
  'pushes that are refused': async (program) => {
    const replies = [
      await pushCheckIn(program, '{}', { bearer: 'wrong' }),
      await pushCheckIn(program, '{}', { activity: '7' }),
      await pushCheckIn(program, '{}', { activity: 'x' }),
      await pushCheckIn(program, '{'),
      await pushCheckIn(program, '{}'),
    ];
    const texts = replies.map(async (reply) => `${reply.status} ${bodyText(await reply.text())}`);
    return (await Promise.all(texts)).join('\n');
  },
};

const expectFrozen = frozen('subscriptions.txt', Object.keys(cases));

test.each(Object.entries(cases))('%s', async (name, run) => {
  const program = await frozenProgram({ ...hook, EVENT_SERVICE_RETRIES: '0' });
  const text = await run(program);
  // How often the service is polled, or a push looked up, depends on the time that a client takes.
  expectFrozen(name, text + section('calls', [...new Set(program.service.taken())].toSorted()));
});
