/* How requests name trusted documents over HTTP, and what happens to other documents in each mode. */

import { fakeService, type FakeService } from '../../support/fake-service.js';
import { apiKey, everyScopeKey, programOver, sha256, type ProgramUnderTest } from '../../support/program.js';
import { protocols, subscribe } from '../../support/subscription-clients.js';
import { temporaryFile } from '../../support/temporary-files.js';
import { apolloManifest } from '../../support/trusted-files.js';
import { get, post as postTo, strict } from '../toy-server.js';

const tickets = 'query Tickets { activity { tickets { name } } }';
const activities = 'query Activities { activities { id } }';
const register =
  'mutation Validate { addAttendees(input: { validateOnly: true, contact: { name: "A", mobile: "1" }, attendees: [] }) { userErrors { code } } }';
const stock = 'subscription Stock { ticketStock { name } }';
const other = '{ activity { goods { name } } }';
const exemptKey = 'key-that-may-send-any-document';

const files = [
  temporaryFile('apollo.json', apolloManifest({ list: tickets, named: register, stock })),
  temporaryFile('relay.json', { '0cc175b9c0f1b6a831c399e269772661': activities }),
].join(',');

let service: FakeService;
let program: ProgramUnderTest;

beforeAll(async () => {
  service = await fakeService({
    '/api/ticket/data': { code: 1, data: [{ id: 1, name: 'T', num: 10, sold_num: 0, money: 9 }] },
    '/api/goods/data': { code: 1, data: [{ id: 1, name: 'G', num: 10, sold_num: 0, money: 9 }] },
  });
});

const open = (env: Record<string, string>) =>
  programOver(service.url, {
    TRUSTED_DOCUMENTS_FILE: files,
    AUTH_API_KEYS: [
      apiKey('app', everyScopeKey, 'content:read attendees:write'),
      apiKey('tools', exemptKey, 'content:read documents:any'),
    ].join(),
    ...env,
  });

const persistedQuery = (sha256Hash: unknown, version: unknown = 1) => ({ extensions: { persistedQuery: { version, sha256Hash } } });

async function post(body: object, { as = everyScopeKey, accept = strict.accept } = {}) {
  const response = await postTo(program, body, { authorization: `Bearer ${as}`, accept });
  return { ...response, ...response.body };
}

test('under allow, an unknown document runs, and can be registered by its hash', async () => {
  program = await open({ TRUSTED_DOCUMENTS: 'allow' });
  expect((await post({ query: other })).data).toEqual({ activity: { goods: [{ name: 'G' }] } });
  expect((await post(persistedQuery(sha256(other)))).code).toBe('PERSISTED_QUERY_NOT_FOUND');
  expect((await post({ query: other, ...persistedQuery(sha256(other)) })).errors).toBeUndefined();
  expect((await post(persistedQuery(sha256(other)))).errors).toBeUndefined();
  const extensions = JSON.stringify(persistedQuery(sha256(other)).extensions);
  const byGet = await get(program, { extensions }, { authorization: `Bearer ${everyScopeKey}` });
  expect(byGet.body.errors).toBeUndefined();
});

describe('under require', () => {
  beforeAll(async () => (program = await open({ TRUSTED_DOCUMENTS: 'require' })));

  test.each([
    ['valid', other],
    ['with one more space', `${tickets} `],
    ['no GraphQL', '{{{'],
    ['of an unknown field', '{ nonsense }'],
    ['beyond the limit of tokens', `{ ${'a '.repeat(5000)} }`],
    ['an introspection', '{ __schema { queryType { name } } }'],
  ])('a document that is not trusted is refused before it is parsed: %s', async (_what, query) => {
    const before = service.hits.length;
    for (const body of [{ query }, { query, ...persistedQuery(sha256(query)) }, { query, documentId: `sha256:${sha256(query)}` }])
      expect(await post(body)).toMatchObject({
        status: 400,
        errors: [
          {
            message: 'The document of this operation is not trusted. Send the id of a trusted document, or its exact text.',
            extensions: { code: 'DOCUMENT_NOT_TRUSTED' },
          },
        ],
      });
    expect((await post({ query }, { accept: 'application/json' })).status).toBe(200);
    expect(service.hits).toHaveLength(before);
  });

  test('a document that is not trusted runs if it selects nothing but _service { sdl }, whatever its name and spaces', async () => {
    const query = 'query SubgraphIntrospectQuery {\n  # of a tool\n  _service {\n    sdl\n  }\n}\n';
    expect((await post({ query })).data).toEqual({ _service: { sdl: expect.stringContaining('type Query') } });
    expect((await post({ query: '{ _service { sdl } activities { id } }' })).code).toBe('DOCUMENT_NOT_TRUSTED');
  });

  test.each([[{ documentId: 'list' }], [persistedQuery(sha256(tickets))], [{ query: tickets }]])(
    'a trusted query is named by its ids, or sent as its text: %j',
    async (body) => {
      expect((await post(body)).data).toEqual({ activity: { tickets: [{ name: 'T' }] } });
    },
  );

  describe.each(protocols)('over %s', (protocol) => {
    /** Returns the first result of a subscription, or the errors of a refusal. */
    async function first(request: object): Promise<any> {
      const { next, leave } = subscribe(program, protocol, request);
      const result: unknown = await next();
      await leave();
      return result;
    }

    test('a trusted subscription is named by its ids, or sent as its text', async () => {
      for (const payload of [{ documentId: 'stock' }, persistedQuery(sha256(stock)), { query: stock, documentId: 'stock' }])
        expect(await first(payload)).toEqual({ data: { ticketStock: [{ name: 'T' }] } });
    });

    test.each([
      ['DOCUMENT_NOT_TRUSTED', { query: '{{{' }],
      ['PERSISTED_QUERY_NOT_FOUND', { documentId: 'unknown' }],
      ['BAD_USER_INPUT', { documentId: 'stock', query: 'subscription { ticketStock { id } }' }],
    ])('a subscription is refused with %s, and nothing is polled: %j', async (code, payload) => {
      const before = service.hits.length;
      expect(await first(payload)).toMatchObject({ errors: [{ extensions: { code } }] });
      expect(service.hits).toHaveLength(before);
    });
  });
});

describe('under report', () => {
  const lines = () => program.lines('The document of an operation is not trusted');

  beforeEach(async () => {
    program = await open({ TRUSTED_DOCUMENTS: 'report' });
  });

  test('each document that is not trusted is logged once, by its hash and operation name, never its text', async () => {
    const query = 'query Mine { activity { goods { name canaryOfTheText: id } } }';
    await post({ query });
    await post({ query });
    await post({ query, ...persistedQuery(sha256(query)) });
    await post(persistedQuery(sha256(query)));
    await post({ query: other });
    expect(lines()).toEqual([
      expect.objectContaining({ level: 40, sha256: sha256(query), operationName: 'Mine' }),
      expect.objectContaining({ level: 40, sha256: sha256(other), operationName: null }),
    ]);
    expect(program.logs()).not.toContain('canaryOfTheText');
  });

  test('trusted documents, exempt ones, and those that do not run are not logged', async () => {
    await post({ query: tickets });
    await post({ documentId: 'named' });
    await post({ query: other }, { as: exemptKey });
    await post({ query: '{ _service { sdl } }' });
    await post({ query: '{ nonsense }' });
    expect(lines()).toEqual([]);
    await post({ query: other });
    expect(lines()).toHaveLength(1);
  });
});
