/*
 * The two lanes of calls to the service, one of reads and one of writes: each has its connections and a queue, and every call gives its place
 * back, however it ends. Some calls end with their deadline, which is long enough for a busy machine.
 */

import { readConfig } from '../../src/config/config.js';
import { Cancellation } from '../../src/primitives/cancellation.js';
import { Secret } from '../../src/primitives/secret.js';
import { connectToService, type ConnectedService, type ServiceObservers } from '../../src/program/connect-to-service.js';
import { UpstreamError } from '../../src/records/errors.js';
import type { ActivityId } from '../../src/records/ids.js';
import { getAttendee, addAttendees } from '../../src/service/endpoints.js';
import { closedAfterwards } from '../support/afterwards.js';
import { always, http, rawService, success, type RawScript, type RawService } from '../support/raw-service.js';

const good = 'a'.repeat(32);
let sign: () => unknown;
jest.mock('../../src/service/transport/signing.js', () => ({
  ...jest.requireActual<object>('../../src/service/transport/signing.js'),
  loadSignerModule: async () => () => sign(),
}));

const activity = 1001 as ActivityId;
const attendee = success({ data: { id: 7, form_id: 1001, contact: 'A', review: 1 } });
const idle = { reads: { active: 0, waiting: 0 }, writes: { active: 0, waiting: 0 } };

let script: RawScript;
let service: RawService;
beforeEach(async () => {
  sign = () => good;
  script = always(attendee);
  service = await rawService({ '*': (socket, nth, hit) => script(socket, nth, hit) });
});

async function connectedTo(url: string, env: Record<string, string>, observers: ServiceObservers = {}): Promise<ConnectedService> {
  const settings = readConfig({ EVENT_SERVICE_SIGNER_MODULE: 'signer.mjs', EVENT_SERVICE_RETRIES: '1', ...env }).service;
  const address = { url, publicKey: 'public', privateKey: new Secret('private'), activityIds: [activity] };
  return closedAfterwards(await connectToService(address, settings, observers));
}

const registration = {
  contact: { name: 'A', mobile: '1' },
  channel: null,
  registrants: [{ name: 'A', mobile: '1', fields: [], signCode: null }],
};
const read = ({ call }: ConnectedService, n: number, signal?: Cancellation) =>
  call(getAttendee, activity, { mobile: String(n) }, { signal });
const write = ({ call }: ConnectedService) => call(addAttendees, activity, registration);
/** `ok`, or the code of the error. */
const outcomeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'ok',
    (error: unknown) => (error instanceof UpstreamError ? error.code : 'another error'),
  );

test('twenty-four lookups of 150 ms over four connections all succeed', async () => {
  script = (socket) => void setTimeout(() => socket.write(attendee), 150);
  const one = await connectedTo(service.url, { EVENT_SERVICE_MAX_CONNECTIONS: '4' });
  const outcomes = await Promise.all(Array.from({ length: 24 }, (_, n) => outcomeOf(read(one, n))));
  expect(outcomes).toEqual(Array.from({ length: 24 }, () => 'ok'));
  expect({ hits: service.hits.length, load: one.load }).toEqual({ hits: 24, load: idle });
});

test.each([
  ['4', 3, 500],
  ['80', 70, 700],
])(
  'with %s connections the queue of reads has room for ten calls for each of its connections, and at least 500',
  async (maxConnections, active, waiting) => {
    script = () => {};
    const one = await connectedTo(service.url, { EVENT_SERVICE_MAX_CONNECTIONS: maxConnections });
    const signal = new Cancellation();
    const calls = Array.from({ length: active + waiting + 3 }, (_, n) => outcomeOf(read(one, n, signal)));
    expect(one.load.reads).toEqual({ active, waiting });
    expect(await Promise.all(calls.slice(-3))).toEqual(['UPSTREAM_OVERLOADED', 'UPSTREAM_OVERLOADED', 'UPSTREAM_OVERLOADED']);
    signal.abort('cancelled');
    await Promise.all(calls);
    expect(one.load).toEqual(idle);
  },
);

const faults: readonly [what: string, during: { script?: RawScript; sign?: () => unknown }][] = [
  ['a hang', { script: () => {} }],
  ['a reset', { script: (socket) => void socket.resetAndDestroy() }],
  ['an end without a reply', { script: (socket) => void socket.end() }],
  ['a body cut short', { script: (socket) => void socket.end(attendee.slice(0, -9)) }],
  ['a body that stops', { script: always(attendee.slice(0, -9)) }],
  ['500', { script: always(http('down', { status: '500 Internal Server Error' })) }],
  ['503', { script: always(http('down', { status: '503 Service Unavailable', headers: { 'retry-after': '0' } })) }],
  ['429', { script: always(http('', { status: '429 Too Many Requests' })) }],
  ['a redirect', { script: always(http('', { status: '302 Found', headers: { location: 'http://127.0.0.1:9/' } })) }],
  ['bytes that are not HTTP', { script: (socket) => void socket.end('SSH-2.0\r\n') }],
  ['101', { script: always('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n') }],
  ['100 again and again', { script: always('HTTP/1.1 100 Continue\r\n\r\n') }],
  ['compressed bytes', { script: always(http('x', { headers: { 'content-encoding': 'br' } })) }],
  ['too many bytes', { script: always(`HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${' '.repeat(20_000)}`) }],
  ['HTML', { script: always(http('<html>')) }],
  ['code 0', { script: always(http('{"code":0,"msg":"no"}')) }],
  [
    'a signer that throws',
    {
      sign: () => {
        throw new Error('no');
      },
    },
  ],
  ['a signer that returns nothing', { sign: () => null }],
  ['a signer that rejects', { sign: async () => Promise.reject(new Error('no')) }],
  ['a signer that hangs', { sign: () => new Promise(() => {}) }],
];

test.each(faults)(
  '%s leaks no slot of its lane: afterwards no call is in progress, and as many calls as before start at once',
  async (_what, during) => {
    const throwing = () => {
      throw new Error('an observer that throws');
    };
    const env = {
      EVENT_SERVICE_MAX_CONNECTIONS: '8',
      EVENT_SERVICE_TIMEOUT_MS: '2000',
      EVENT_SERVICE_MAX_RESPONSE_BYTES: '10000',
      EVENT_SERVICE_RETRIES: '0',
    };
    const one = await connectedTo(service.url, env, { onAttemptEnd: throwing, onCircuitChange: throwing, onSigningFailure: throwing });
    script = during.script ?? script;
    sign = during.sign ?? sign;
    const cancelled = new Cancellation();
    // More calls than connections: some wait, and some are cancelled while they wait or run. Too few to open a circuit.
    const calls = [
      ...Array.from({ length: 12 }, (_, n) => outcomeOf(read(one, n, n % 3 === 2 ? cancelled : undefined))),
      outcomeOf(write(one)),
      outcomeOf(write(one)),
    ];
    await new Promise((resolve) => setImmediate(resolve));
    cancelled.abort('cancelled');
    expect((await Promise.all(calls)).filter((outcome) => !outcome.startsWith('UPSTREAM_'))).toEqual([]);
    expect(one.load).toEqual(idle);

    sign = () => good;
    script = () => {};
    const ended = new Cancellation();
    const held = Array.from({ length: 8 }, (_, n) => outcomeOf(read(one, n, ended)));
    expect(one.load.reads).toEqual({ active: 7, waiting: 1 });
    ended.abort('cancelled');
    await Promise.all(held);
    script = always(attendee);
    expect(await Promise.all(Array.from({ length: 14 }, (_, n) => outcomeOf(read(one, n))))).toEqual(
      Array.from({ length: 14 }, () => 'ok'),
    );
    expect(one.load).toEqual(idle);
  },
);
