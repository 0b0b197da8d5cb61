/* Trusted documents over WebSocket and event streams. */

import { fakeService, type FakeService } from '../../support/fake-service.js';
import { everyScopeKey, programOver, type ProgramUnderTest } from '../../support/program.js';
import { webSocketTo } from '../../support/sockets.js';
import { protocols, subscriptionClient } from '../../support/subscription-clients.js';
import { sha256, trustedFolder } from '../../support/trusted-files.js';

const trusted = 'subscription Tickets { ticketStock { name } }';
const query = 'query Tickets { activity { tickets { name } } }';
const other = 'subscription Other { ticketStock { remainingStock } }';
const authorization = `Bearer ${everyScopeKey}`;

const folder = trustedFolder();
const file = folder.write('app.json', { stock: trusted, list: query });
let service: FakeService;
let program: ProgramUnderTest;
const open = async (mode: string) => {
  program = await programOver(service.url, { TRUSTED_DOCUMENTS_FILE: file, TRUSTED_DOCUMENTS: mode });
};

beforeAll(async () => {
  service = await fakeService({ '/api/ticket/data': () => ({ code: 1, data: [{ id: 1, name: 'T', num: 3, sold_num: 0, money: 9 }] }) });
});

interface Received {
  readonly data?: { readonly ticketStock: unknown };
  readonly errors?: readonly { readonly extensions: { readonly code: string } }[];
}

describe.each(protocols)('over %s', (protocol) => {
  /** Returns the first result, or the errors of a refusal. */
  async function first(payload: object): Promise<Received> {
    const client = subscriptionClient(program, protocol, { authorization });
    const results = client.iterate({ query: '', ...payload });
    const result = await results.next().then(
      ({ value }) => value,
      (errors: unknown) => ({ errors }),
    );
    await results.return?.();
    await client.dispose();
    return result as Received;
  }
  const codeOf = ({ errors }: Received) => errors?.[0]!.extensions.code;
  const persistedQuery = (sha256Hash: string) => ({ extensions: { persistedQuery: { version: 1, sha256Hash } } });

  test.each(['allow', 'require'])('a trusted subscription starts by its ids and by its text under %s', async (mode) => {
    await open(mode);
    for (const payload of [
      { documentId: 'stock' },
      { documentId: `sha256:${sha256(trusted)}` },
      persistedQuery('stock'),
      persistedQuery(sha256(trusted)),
      { query: trusted },
      { query: trusted, documentId: 'stock' },
    ])
      expect(await first(payload)).toEqual({ data: { ticketStock: [{ name: 'T' }] } });
  });

  test.each(['allow', 'require'])(
    'an unknown id and two documents in one message are refused under %s, and a query over WebSocket',
    async (mode) => {
      await open(mode);
      const before = service.hits.length;
      for (const [payload, code] of [
        [{ documentId: 'unknown' }, 'PERSISTED_QUERY_NOT_FOUND'],
        [persistedQuery(sha256(other)), 'PERSISTED_QUERY_NOT_FOUND'],
        [{ documentId: 'stock', query: other }, 'BAD_USER_INPUT'],
        [{ documentId: 'unknown', query: trusted }, 'BAD_USER_INPUT'],
        // An event stream carries queries too.
        [
          { documentId: protocol === 'graphql-ws' ? 'list' : 'unknown' },
          protocol === 'graphql-ws' ? 'BAD_USER_INPUT' : 'PERSISTED_QUERY_NOT_FOUND',
        ],
      ] as const)
        expect(codeOf(await first(payload))).toBe(code);
      expect(service.hits).toHaveLength(before);
    },
  );

  test('a subscription that is not trusted is refused under require before it is parsed, and nothing is polled', async () => {
    await open('require');
    const before = service.hits.length;
    for (const text of [other, '{{{', 'subscription { nonsense }'])
      expect(codeOf(await first({ query: text }))).toBe('DOCUMENT_NOT_TRUSTED');
    expect(service.hits).toHaveLength(before);
  });
});

test('a message whose `documentId` is not a string is refused', async () => {
  await open('require');
  const socket = webSocketTo(program.url);
  const received = await new Promise<{ payload: readonly { extensions: { code: string } }[] }>((resolve) => {
    socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization } })));
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString());
      if (message.type === 'error') resolve(message);
      if (message.type === 'connection_ack')
        socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: '', documentId: 7 } }));
    });
  });
  expect(received.payload[0]!.extensions.code).toBe('BAD_USER_INPUT');
  socket.terminate();
});
