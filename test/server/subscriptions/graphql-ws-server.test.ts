import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { parse } from 'graphql';
import type { WebSocket } from 'ws';
import { dataScopes } from '../../../src/records/caller.js';
import { serveGraphqlWs } from '../../../src/server/subscriptions/graphql-ws-adapter.js';
import { createGraphqlWsServer } from '../../../src/server/subscriptions/graphql-ws-server.js';
import { SubscriptionSlots } from '../../../src/server/subscriptions/subscription-slots.js';
import type { RefusedSubscription, StartedSubscription } from '../../../src/server/subscriptions/subscriptions.js';

/** A WebSocket whose client reads only what the test lets it read. */
class UnreadWebSocket extends EventEmitter {
  readonly OPEN = 1;
  readonly readyState = 1;
  readonly bufferedAmount = 0;
  readonly protocol = 'graphql-transport-ws';
  /** The part of ws that reads frames. */
  readonly _receiver = {};
  readonly sent: string[] = [];
  closeCode: number | null = null;
  readonly #written: (() => void)[] = [];

  send(text: string, written: () => void): void {
    this.sent.push((JSON.parse(text) as { type: string }).type);
    this.#written.push(written);
  }

  close(code: number): void {
    this.closeCode = code;
  }

  async read(): Promise<void> {
    for (const written of this.#written.splice(0)) written();
    await turn();
  }

  async receive(message: object): Promise<void> {
    this.emit('message', Buffer.from(JSON.stringify(message)));
    await turn();
  }
}

/** A connection that is acknowledged, and on which each subscription starts with this result. */
async function connected(start: () => StartedSubscription | RefusedSubscription): Promise<UnreadWebSocket> {
  const webSocket = new UnreadWebSocket();
  const protocol = createGraphqlWsServer({
    startSubscription: async () => start(),
    responseErrors: async () => [{ message: 'It failed.' }],
    authenticate: async () => ({ name: 'app', scopes: dataScopes }),
    slots: new SubscriptionSlots(),
    now: Date.now,
    log: { debug: () => {} },
    nameForLog: () => null,
  });
  const request = { rawHeaders: [], headers: {}, socket: new EventEmitter() } as unknown as IncomingMessage;
  const unexpected = (error: unknown) => {
    throw error;
  };
  serveGraphqlWs(protocol, webSocket as unknown as WebSocket, request, {
    keepAliveMs: 1_000_000,
    maxUnreadBytes: 1000,
    maxMessageBytes: 1000,
    maxMessageValues: 100,
    onMalformed: unexpected,
    onUnexpectedError: unexpected,
  });
  runAfterwards(() => webSocket.emit('close', 1000, Buffer.from('')));
  await webSocket.receive({ type: 'connection_init' });
  await webSocket.read();
  return webSocket;
}

const query = 'subscription { ticks }';
const refused: RefusedSubscription = { operationName: null, errors: [{ message: 'Not now.' }] };
const failing = (): StartedSubscription => {
  const results: StartedSubscription['results'] = {
    next: () => Promise.reject(new Error('It failed.')),
    [Symbol.asyncIterator]: () => results as AsyncIterableIterator<never>,
  };
  return { operationName: null, args: { document: parse(query), schema: null! }, results };
};

describe.each<[string, object, () => StartedSubscription | RefusedSubscription]>([
  ['a start that is refused', { query }, () => refused],
  ['a start whose parameters are invalid', { query, documentId: 1 }, () => refused],
  ['a stream that fails', { query }, failing],
])('the id of %s', (_what, payload, start) => {
  const subscribe = { id: 'x', type: 'subscribe', payload };

  test('is in use until its error is written, even if the client completes it before', async () => {
    const webSocket = await connected(start);
    await webSocket.receive(subscribe);
    expect(webSocket.sent).toEqual(['connection_ack', 'error']);
    await webSocket.receive({ id: 'x', type: 'complete' });
    await webSocket.receive(subscribe);
    expect(webSocket.closeCode).toBe(4409);
  });

  test('may be used again after its error is written', async () => {
    const webSocket = await connected(start);
    for (let time = 0; time < 3; time += 1) {
      await webSocket.receive(subscribe);
      await webSocket.read();
    }
    expect(webSocket.sent.filter((type) => type === 'error')).toHaveLength(3);
    expect(webSocket.closeCode).toBeNull();
  });
});
