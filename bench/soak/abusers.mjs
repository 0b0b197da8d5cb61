// Abusive clients of the soak test: raw connections that break off, never finish a request, or request a refused upgrade.
import { connect } from 'node:net';

const upgrade =
  'connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-protocol: graphql-transport-ws\r\n';
/** What the connections send. */
const brokenRequests = (key) => {
  const post = `POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nx-api-key: ${key}\r\n`;
  return [
    `GET /nope HTTP/1.1\r\nhost: x\r\n${upgrade}\r\n`,
    `GET /graphql HTTP/1.1\r\nhost: x\r\norigin: https://evil.example\r\n${upgrade}\r\n`,
    `GET /graphql HTTP/1.1\r\nhost: x\r\n${upgrade}\r\n\xff\xff\xff\xff`,
    `GET /graphql HTTP/1.1\r\nhost: x\r\n${upgrade}\r\n`,
    'GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: h2c\r\n\r\n',
    `${post}content-length: 1000\r\n\r\n{"query":`,
    `${post}transfer-encoding: chunked\r\n\r\nfffff\r\n{`,
    `${post}content-length: 49\r\n\r\n{"query":"{ activity { attendees { totalCount } }}`,
    'POST /graphql HTTP/1.1\r\nhost: x\r\nx-slow: ',
    'SSH-2.0-x\r\n\r\n',
    '',
  ];
};
const endings = [(socket) => socket.resetAndDestroy(), (socket) => socket.destroy(), (socket) => socket.end()];

/**
 * Opens connections one after another, by several clients, until a time.
 *
 * @param counts `abused`, the number of connections, is counted in it
 * @param ends when they end, by performance.now()
 */
export async function runAbusers({ origin, key, abusers, ends }, counts) {
  const port = Number(new URL(origin).port);
  const bad = brokenRequests(key);
  const abuser = async () => {
    while (performance.now() < ends) {
      const n = counts.abused++;
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {});
      socket.write(Buffer.from(bad[n % bad.length], 'latin1'));
      await new Promise((resolve) => setTimeout(resolve, n % 20));
      endings[n % endings.length](socket);
      // Until then the program must have closed the connections whose client only ended its side.
      setTimeout(() => socket.destroy(), 40_000).unref();
    }
  };
  await Promise.all(Array.from({ length: abusers }, abuser));
}
