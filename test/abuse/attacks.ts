/* The requests that attackers send. Each is a whole request; `raw` ones are bytes on a socket. */

import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

export interface Attack {
  readonly name: string;
  readonly method?: 'GET' | 'POST';
  /** The search of a GET. */
  readonly search?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
  /** The statuses of a safe response under application/graphql-response+json. */
  readonly status: readonly number[];
  readonly code?: string;
}

const times = (count: number, text: (index: number) => string) => Array.from({ length: count }, (_, index) => text(index)).join(' ');
const asJson = (query: string, variables?: object) => JSON.stringify({ query, ...(variables && { variables }) });
const mutation =
  'mutation { addAttendees(input: { contact: { name: "A", mobile: "1" }, attendees: [{ name: "A", mobile: "1" }] }) { description } }';

const tooComplex = { status: [400], code: 'QUERY_TOO_COMPLEX' } as const;
const invalid = { status: [400], code: 'GRAPHQL_VALIDATION_FAILED' } as const;

/** Operations that ask for too much, or are built to be costly before they run. */
export const queryAttacks: readonly Attack[] = [
  { name: '10 000 times __typename', body: asJson(`{ ${times(10_000, () => '__typename')} }`), ...tooComplex },
  {
    name: '10 000 times a lookup',
    body: asJson(`{ ${times(10_000, () => 'attendee(by: { id: "attendee:1001:1" }) { id }')} }`),
    ...tooComplex,
  },
  { name: '500 times the same field', body: asJson(`{ ${times(500, () => 'activity { id }')} }`), status: [400] },
  {
    name: '400 times the same field by fragments',
    body: asJson(`{ activity { ${times(80, () => '... { id id id id id }')} } }`),
    status: [400],
    code: 'GRAPHQL_VALIDATION_FAILED',
  },
  {
    name: '500 000 blank lines before 100 unknown fields',
    body: asJson(`{ ${'\n'.repeat(500_000)} ${times(150, (i) => `x${i}`)} }`),
    status: [400],
    code: 'GRAPHQL_PARSE_FAILED',
  },
  { name: '101 aliases of __typename', body: asJson(`{ ${times(101, (i) => `a${i}: __typename`)} }`), ...tooComplex },
  { name: '31 aliased root fields', body: asJson(`{ ${times(31, (i) => `a${i}: activity { id }`)} }`), ...tooComplex },
  {
    name: '30 lookups by mobile',
    body: asJson(`{ ${times(30, (i) => `a${i}: attendee(by: { mobile: "138000000${i + 10}" }) { id }`)} }`),
    ...tooComplex,
  },
  { name: '900 directives on one field', body: asJson(`{ __typename ${times(900, () => '@aa')} }`), status: [400] },
  { name: '100 000 directives', body: asJson(`{ __typename ${times(100_000, () => '@aa')} }`), ...tooComplex },
  { name: '1 000 times @skip', body: asJson(`{ __typename ${times(1000, () => '@skip(if: false)')} }`), status: [400] },
  {
    name: 'categories 30 deep',
    body: asJson(`{ activity { categories { ${'children { '.repeat(30)} id ${'} '.repeat(30)} } } }`),
    ...tooComplex,
  },
  { name: '5 000 braces', body: asJson(`${'{ activity '.repeat(5000)}`), ...tooComplex },
  { name: 'a list 25 000 deep', body: asJson(`{ attendeesByIds(ids: ${'['.repeat(25_000)}`), status: [400] },
  {
    name: 'an object 900 deep',
    body: asJson(`{ _entities(representations: [${'{ a: '.repeat(900)}1${' }'.repeat(900)}]) { __typename } }`),
    status: [400],
  },
  {
    name: 'fragments that double 26 times',
    body: asJson(
      `{ activity { ...F0 } } ${times(26, (i) => `fragment F${i} on Activity { ...F${i + 1} ...F${i + 1} }`)} fragment F26 on Activity { id }`,
    ),
    status: [400],
  },
  {
    name: 'fields that double 26 times by fragments',
    body: asJson(
      `{ activity { categories { ...F0 } } } ${times(26, (i) => `fragment F${i} on Category { a: children { ...F${i + 1} } b: children { ...F${i + 1} } }`)} fragment F26 on Category { id }`,
    ),
    status: [400],
  },
  {
    name: 'fragments in a circle',
    body: asJson('{ activity { ...A } } fragment A on Activity { ...B } fragment B on Activity { ...A }'),
    ...invalid,
  },
  {
    name: '200 fragments that are never spread',
    body: asJson(`{ __typename } ${times(200, (i) => `fragment F${i} on Activity { id }`)}`),
    ...invalid,
  },
  {
    name: '1 000 fragments that are never spread',
    body: asJson(`{ __typename } ${times(1000, (i) => `fragment F${i} on Activity { id }`)}`),
    ...tooComplex,
  },
  { name: '300 operations and no name', body: asJson(times(300, (i) => `query Q${i} { __typename }`)), status: [400] },
  {
    name: 'a page of a million',
    body: asJson('{ activity { attendees(first: 1000000) { nodes { id } } } }'),
    status: [200],
    code: 'BAD_USER_INPUT',
  },
  {
    name: '10 001 ids',
    body: asJson('query ($ids: [ID!]!) { attendeesByIds(ids: $ids) { id } }', {
      ids: Array.from({ length: 10_001 }, (_, i) => `attendee:1001:${i}`),
    }),
    ...tooComplex,
  },
  {
    name: '15 000 references',
    body: asJson('query ($r: [_Any!]!) { _entities(representations: $r) { __typename } }', {
      r: Array.from({ length: 15_000 }, () => ({ __typename: 'Goods', id: 'goods:1001:1' })),
    }),
    ...tooComplex,
  },
  {
    name: 'a lookup of attendees with their own calls, 100 times',
    body: asJson(
      '{ activity { a: attendees(first: 100) { nodes { points } } b: attendees(first: 100, offset: 100) { nodes { points } } } }',
    ),
    ...tooComplex,
  },
  { name: 'a subscription', body: asJson('subscription { activity { id } }'), status: [400] },
  {
    name: 'an input object of 40 000 wrong members',
    body: asJson('query ($a: AttendeeLookup!) { attendee(by: $a) { id } }', {
      a: Object.fromEntries(Array.from({ length: 40_000 }, (_, i) => [`k${i}`, 0])),
    }),
    status: [400],
    code: 'BAD_USER_INPUT',
  },
  {
    name: '50 wrong members beside a long text',
    body: asJson('query ($a: AttendeeLookup!) { attendee(by: $a) { id } }', {
      a: { mobile: 'x'.repeat(900_000), ...Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`k${i}`, 0])) },
    }),
    status: [400],
    code: 'BAD_USER_INPUT',
  },
  {
    name: 'an input object of 800 wrong members',
    body: asJson('query ($a: AttendeeLookup!) { attendee(by: $a) { id } }', {
      a: Object.fromEntries(Array.from({ length: 800 }, (_, i) => [`k${i}`, i])),
    }),
    status: [400],
    code: 'BAD_USER_INPUT',
  },
];

/** Requests that are wrong as HTTP, or try to come from where they may not. */
export const httpAttacks: readonly Attack[] = [
  { name: 'a batch in a list', body: `[${times(10, () => '{"query":"{ __typename }"}').replaceAll(' {"q', ',{"q')}]`, status: [400] },
  { name: 'a form of another page, as text', headers: { 'content-type': 'text/plain' }, body: asJson(mutation), status: [415] },
  {
    name: 'a form of another page, urlencoded',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `query=${encodeURIComponent(mutation)}`,
    status: [415],
  },
  {
    name: 'a form of another page, multipart',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: '--x--',
    status: [415],
  },
  {
    name: 'a GET with the type of a form',
    method: 'GET',
    search: 'query={__typename}',
    headers: { 'content-type': 'text/plain' },
    status: [415],
  },
  { name: 'a GET that mutates', method: 'GET', search: `query=${encodeURIComponent(mutation)}`, status: [405] },
  {
    name: 'a GET that mutates, preflight header and all',
    method: 'GET',
    search: `query=${encodeURIComponent(mutation)}`,
    headers: { 'apollo-require-preflight': 'true' },
    status: [405],
  },
  {
    name: 'a persisted query under a hash that is not its own',
    body: JSON.stringify({ query: '{ __typename }', extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } } }),
    status: [400],
  },
  {
    name: 'a persisted query that is not registered',
    body: JSON.stringify({ extensions: { persistedQuery: { version: 1, sha256Hash: 'b'.repeat(64) } } }),
    status: [200],
    code: 'PERSISTED_QUERY_NOT_FOUND',
  },
  { name: '5 MB of JSON', body: asJson(`{ __typename # ${'x'.repeat(5_000_000)}\n }`), status: [413], code: 'QUERY_TOO_COMPLEX' },
  {
    name: 'a gzip bomb',
    headers: { 'content-encoding': 'gzip' },
    body: gzipSync(Buffer.alloc(64 * 1024 * 1024, 32)),
    status: [413],
    code: 'QUERY_TOO_COMPLEX',
  },
  {
    name: 'JSON 100 000 deep',
    body: `{"query":"{ __typename }","variables":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`,
    status: [413],
    code: 'QUERY_TOO_COMPLEX',
  },
  {
    name: 'JSON 40 000 deep',
    body: `{"query":"{ __typename }","variables":${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}}`,
    status: [200, 400],
  },
  {
    name: '300 000 undeclared objects',
    body: `{"query":"{ __typename }","variables":{"x":[${'{},'.repeat(300_000)}{}]}}`,
    status: [413],
    code: 'QUERY_TOO_COMPLEX',
  },
  {
    name: 'JSON that sets prototypes',
    body: '{"query":"{ __typename }","__proto__":{"isAdmin":true},"variables":{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}}}}',
    status: [200],
  },
  { name: 'no JSON', body: 'query=1', status: [400] },
  { name: 'a query that is no text', body: '{"query":{"kind":"Document"}}', status: [400] },
];

/** Writes to a socket. @returns the received text, and the time until the server closed the connection */
export function raw(url: string, write: (socket: Socket) => void): Promise<{ text: string; ms: number }> {
  const began = performance.now();
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => write(socket));
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.on('error', () => {});
    socket.on('close', () => resolve({ text, ms: performance.now() - began }));
  });
}
