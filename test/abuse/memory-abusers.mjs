/*
 * Abusive clients that try to fill the memory of the program, or to hold it, with little input. Most of the kinds once ended it with a heap
 * of 384 MB. Arguments: the address of the program, and the key of its callers and of its hook.
 */

import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** How long a connection is held when everything is sent. */
const heldMs = 2_000;
/** JSON of this number of values, a third of which are bytes. Parsed, it takes twenty times as much memory. */
const objects = (count) => `[${'{},'.repeat(count - 2)}{}]`;
/** Fewer values than MAX_BODY_VALUES, so that they are parsed. */
const accepted = objects(49_000);
const refused = objects(349_000);
const query = '{activity{tickets{name}}}';
const subscription = 'subscription{ticketStock{name}}';

/** A frame of a client, with a mask of zeros. */
function frame(opcode, isLast, text) {
  const payload = Buffer.from(text);
  const head = Buffer.alloc(14);
  head[0] = (isLast ? 0x80 : 0) | opcode;
  head[1] = 0xff;
  head.writeBigUInt64BE(BigInt(payload.length), 2);
  return Buffer.concat([head, payload]);
}
const messages = (...texts) => Buffer.concat(texts.map((text) => frame(1, true, text)));
const fragments = Buffer.concat([frame(1, false, '{'), ...Array(16_300).fill(frame(0, false, ' '))]);
const tinyChunks = '1\r\n \r\n'.repeat(300_000);
const invalidFields = `${' '.repeat(1_000_000)}{${Array.from({ length: 300 }, (_, index) => ` x${index}`).join('')}}`;
const push = '/hooks/check-in/1001';
/** Documents, each different, whose fragments spread each other: a kilobyte with thousands of fields. */
let documents = 0;
function multipliedFields() {
  const leaves =
    'fragment P on Attendee { id name mobile email company label signCode } fragment A0 on Activity { id name place tickets { id name } }';
  const nested = [1, 2].map(
    (depth) =>
      `fragment A${depth} on Activity { ...A0 attendees(first: 1) { ${['a', 'b', 'c'].map((key) => `${key}: nodes { ...P activity { ...A${depth - 1} } }`).join(' ')} } }`,
  );
  const activities = Array.from({ length: 20 }, (_, index) => `a${index}: activity { ...A2 }`);
  return `{ ${activities.join(' ')} } ${leaves} ${nested.join(' ')} # ${(documents += 1)}`;
}

const [, , origin, key] = process.argv;
const post = (path, body, length = `content-length: ${body.length}`) =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nx-api-key: ${key}\r\nx-hook-secret: ${key}\r\n${length}\r\n\r\n${body}`;
const upgrade = () =>
  `GET /graphql HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${randomBytes(16).toString('base64')}\r\nsec-websocket-protocol: graphql-transport-ws\r\n\r\n`;
const withVariables = (text, values) => JSON.stringify({ query: text }).replace('}"}', `}","variables":{"x":${values}}}`);
const init = JSON.stringify({ type: 'connection_init', payload: { 'x-api-key': key } });
const subscribe = Array.from(
  { length: 20 },
  (_, id) => `{"id":"${id}","type":"subscribe","payload":${withVariables(subscription, accepted)}}`,
);
/** What the connections of each kind send. `first` is sent at once, `afterHandshake` when the server has replied to it. */
const kinds = [
  { first: upgrade, afterHandshake: messages(`{"type":"connection_init","payload":{"x":${refused}}}`) },
  { first: upgrade, afterHandshake: fragments },
  { first: upgrade, afterHandshake: messages('{"id":"1","type":"next","payload":{}}') },
  { first: upgrade, afterHandshake: messages(init, ...subscribe) },
  { first: () => post('/graphql', '', 'transfer-encoding: chunked') + tinyChunks },
  { first: () => post('/graphql', withVariables(query, refused)) },
  { first: () => post('/graphql', withVariables(query, accepted)).repeat(16) },
  { first: () => post('/graphql/stream', withVariables(subscription, accepted)).repeat(16) },
  { first: () => post('/graphql', JSON.stringify({ query: invalidFields })) },
  { first: () => Array.from({ length: 16 }, () => post('/graphql', JSON.stringify({ query: multipliedFields() }))).join('') },
  { first: () => post(push, refused) },
  { first: () => post(push, accepted).repeat(16) },
  { first: () => post(push, '', 'transfer-encoding: chunked') + tinyChunks },
  { first: () => post('/graphql', JSON.stringify({ query })).repeat(5_000) },
  { first: () => post('/graphql/stream', JSON.stringify({ query: subscription })).repeat(600) },
];

/** Connections of all kinds, each of which is replaced when it ends, until a time. */
const ends = performance.now() + 3_000;
let opened = 0;
async function abuse() {
  while (performance.now() < ends) {
    const { first, afterHandshake } = kinds[opened++ % kinds.length];
    const socket = connect({ port: Number(new URL(origin).port), host: '127.0.0.1' }).on('error', () => {});
    socket.once('data', () => afterHandshake && socket.write(afterHandshake));
    socket.resume();
    const sent = new Promise((resolve) => socket.once('close', resolve).write(first(), resolve));
    await Promise.race([sent, pause(heldMs)]);
    await pause(heldMs);
    socket.destroy();
  }
}
await Promise.all(Array.from({ length: 50 }, abuse));
