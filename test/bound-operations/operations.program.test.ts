/*
 * OPERATIONS_FILE in the whole program: reads are executed by the executor of the program, and cached, audited and authorised like others.
 */

import { readFileSync } from 'node:fs';
import { graphql } from 'graphql';
import type { ConfigError } from '../../src/config/environment.js';
import { createEventGraph } from '../../src/index.js';
import { closedAfterwards } from '../support/afterwards.js';
import { fakeService, type FakeService } from '../support/fake-service.js';
import { apiKey, everyScopeKey, programOver, sandboxProgram, type ProgramUnderTest } from '../support/program.js';
import { temporaryFile } from '../support/temporary-files.js';

const read = { on: 'Activity', method: 'POST', scope: 'content:read' };
/** An operations file whose types have names that no noun of the event service gets, because a noun of the graph is refused in a file. */
const file = {
  types: { SampleDraw: { fields: { name: { type: 'String!' }, prizes: { type: 'Int' } } } },
  operations: {
    sampleDraws: { ...read, path: '/api/raffle', parameters: { city: { type: 'String' } }, result: '[SampleDraw!]', ttl: 60 },
    freshSampleDraws: { ...read, path: '/api/raffle', result: '[SampleDraw!]' },
    coupons: { on: 'Activity', method: 'GET', path: '/api/coupon' },
    redeem: { on: 'Mutation', method: 'POST', path: '/api/redeem', result: 'Boolean' },
    rename: { on: 'Mutation', method: 'POST', path: '/api/rename', result: 'Attendee', scope: 'attendees:write' },
  },
};
const keys = [
  apiKey('app', everyScopeKey, 'content:read operations:coupons operations:redeem'),
  apiKey('writer', 'writer-key', 'attendees:write'),
  apiKey('desk', 'desk-key', 'attendees:write attendees:read'),
].join();

const fileOf = (content: unknown): string => temporaryFile('operations.json', content);

test('the file and the query of "In five minutes" in docs/operations-file.md work over the sandbox', async () => {
  const page = readFileSync('docs/operations-file.md', 'utf8');
  const shown = /^```json\n(\{\s+"\$schema".*?)^```/ms.exec(page)![1]!;
  const query = /^```graphql\n(.*?)^```/ms.exec(page)![1]!;
  const program = await sandboxProgram({ OPERATIONS_FILE: fileOf(shown) });
  const { data, errors } = await program.run(query);
  expect(errors).toEqual([]);
  expect(data!['activity'].speakers[0]).toMatchObject({ name: expect.any(String), photoUrl: expect.any(String) });
});

describe('a program', () => {
  let service: FakeService;
  let program: ProgramUnderTest;
  let failing = false;
  let broken = false;
  const raffles = (city = 'all') => ({ code: 1, data: [{ name: city, prizes: 'many' }] });
  beforeAll(async () => {
    service = await fakeService({
      '/api/raffle': ({ form }, response) => {
        if (broken) return { code: 1, data: 'closed' };
        if (!failing) return raffles(form['city']);
        response.writeHead(503).end();
        return undefined;
      },
      '/api/coupon': { code: 1, data: ['A', 'B'] },
      '/api/redeem': { code: 1 },
      '/api/rename': { code: 1, data: { id: 7, form_id: 9 } },
    });
    program = await programOver(service.url, {
      OPERATIONS_FILE: fileOf(file),
      AUTH_API_KEYS: keys,
      CACHE_TTL: 'fields=60',
      EVENT_SERVICE_RETRIES: '0',
    });
  });
  beforeEach(() => {
    failing = broken = false;
    service.hits.length = 0;
  });

  test('replies of bound operations are cached for their ttl, separately by arguments and activity', async () => {
    const query =
      '{ a: activity { sampleDraws { name } } b: activity { sampleDraws(city: "Rome") { name } } c: activity(id: "1002") { sampleDraws { name } } }';
    const first = await program.run(query);
    expect({ draw: first.data.b.sampleDraws[0].name, calls: first.extensions.upstream!.calls }).toEqual({ draw: 'Rome', calls: 3 });
    const second = await program.run(query);
    expect({ data: second.data, upstream: second.extensions.upstream }).toEqual({
      data: first.data,
      upstream: expect.objectContaining({ calls: 0, cached: 3 }),
    });
    expect(service.hits).toHaveLength(3);
    // Another operation with the same path reads for itself.
    await program.run('{ activity { freshSampleDraws { name } } }');
    await program.run('{ activity { freshSampleDraws { name } } }');
    expect(service.hits).toHaveLength(5);
  });

  test('a reply whose result is broken is not cached', async () => {
    const query = '{ activity { sampleDraws(city: "Oslo") { name } } }';
    broken = true;
    expect((await program.run(query)).errors).toMatchObject([{ extensions: { code: 'UPSTREAM_INVALID_RESPONSE' } }]);
    broken = false;
    expect((await program.run(query)).data.activity.sampleDraws).toEqual([{ name: 'Oslo' }]);
  });

  test('a GET may be stored by the client only if all replies that it reads are cached', async () => {
    const get = (query: string) =>
      fetch(`${program.url}/graphql?query=${encodeURIComponent(query)}`, {
        headers: { authorization: `Bearer ${everyScopeKey}`, 'apollo-require-preflight': '1' },
      }).then(({ headers }) => headers.get('cache-control'));
    expect(await get('{ activity { sampleDraws { name } } }')).toMatch(/^private, max-age=[1-5]?\d$/);
    expect(await get('{ activity { freshSampleDraws { name } } }')).toBe('no-store');
    expect(await get('{ activity { coupons } }')).toBe('no-store');
    expect(await get('{ activity { sampleDraws { name } freshSampleDraws { name } } }')).toBe('no-store');
  });

  test('a use of a bound operation is audited if the operation is personal', async () => {
    const before = program.lines('"audit":true').length;
    await program.run('{ activity { coupons freshSampleDraws { name } } }');
    await program.run('mutation { redeem { result } }');
    const lines = program.lines('"audit":true').slice(before);
    expect(lines).toMatchObject([
      { fields: ['Activity.coupons'], count: 2, outcome: 'ok' },
      { fields: ['Mutation.redeem'], count: 1, outcome: 'done' },
    ]);
  });

  test('a write whose result is refused or invalid is audited with its true outcome', async () => {
    const before = program.lines('"audit":true').length;
    const hits = service.hits.length;
    const mutation = 'mutation { rename { result { id } } }';
    expect((await program.run(mutation, {}, { key: 'writer-key' })).errors[0]!.extensions['code']).toBe('FORBIDDEN');
    expect(service.hits.length - hits).toBe(0);
    expect((await program.run(mutation, {}, { key: 'desk-key' })).errors[0]!.extensions['code']).toBe('UPSTREAM_INVALID_RESPONSE');
    expect(service.hits.length - hits).toBe(1);
    const lines = program.lines('"audit":true').slice(before);
    expect(lines).toMatchObject([
      { fields: ['RenamePayload.result'], outcome: 'forbidden' },
      { fields: ['Mutation.rename'], outcome: 'done' },
    ]);
  });

  test('the SDL has the operations, and metrics name them by their path', async () => {
    const { data } = await program.run('{ _service { sdl } }');
    expect(data['_service'].sdl).toContain('coupons: JSON @requiresScopes(scopes: [["operations:coupons"]]) @cost(weight: 10)');
    expect(await program.metrics()).toContain('operation="/api/raffle"');
  });

  test('without authentication, callers have the scopes of the operations too', async () => {
    const open = await programOver(service.url, { OPERATIONS_FILE: fileOf(file), AUTH_API_KEYS: '', AUTH_DISABLED: 'true' });
    expect((await open.run('{ activity { coupons } }')).data.activity.coupons).toEqual(['A', 'B']);
  });

  test('CACHE_TTL=off holds for bound operations', async () => {
    const uncached = await programOver(service.url, { OPERATIONS_FILE: fileOf(file), AUTH_API_KEYS: keys, CACHE_TTL: 'off' });
    service.hits.length = 0;
    for (let run = 0; run < 2; run += 1) await uncached.run('{ activity { sampleDraws { name } } }');
    expect(service.hits).toHaveLength(2);
  });
});

test('a program with a key that has the scope of an unbound operation does not start', async () => {
  const AUTH_API_KEYS = apiKey('app', 'x', 'operations:coupons');
  await expect(programOver('http://127.0.0.1:9', { AUTH_API_KEYS, OPERATIONS_FILE: fileOf({ operations: {} }) })).rejects.toThrow(
    'AUTH_API_KEYS: the key app has the scope operations:coupons, but OPERATIONS_FILE binds no operation that requires it',
  );
});

describe('the library', () => {
  const options = { url: 'http://127.0.0.1:9', publicKey: 'p', privateKey: 'k', activityIds: [1001] };

  test('the library accepts the object of the file as `operations`, and `graph.scopes` has the scopes of its operations', async () => {
    const service = await fakeService({ '/api/coupon': { code: 1, data: ['A'] } });
    const graph = closedAfterwards(await createEventGraph({ ...options, url: service.url, operations: file }));
    const contextValue = graph.createContext({ caller: { name: 'me', scopes: graph.scopes } });
    const result = await graphql({ schema: graph.schema, source: '{ activity { coupons } }', contextValue });
    expect(JSON.parse(JSON.stringify(result))).toEqual({ data: { activity: { coupons: ['A'] } } });
    expect([...graph.scopes].filter((scope) => scope.startsWith('operations:'))).toEqual(['operations:coupons', 'operations:redeem']);
    expect(graph.sdl).toContain('type RedeemPayload');
  });

  test('the library names all problems of `operations`, with those of other options', async () => {
    const operations = { types: file.types, operations: { sampleDraws: { ...file.operations.sampleDraws, method: 'PUT' } } };
    const error = (await createEventGraph({ ...options, typePrefix: '1', operations }).catch((reason: unknown) => reason)) as ConfigError;
    expect(error.problems.map(({ setting }) => setting)).toEqual(['typePrefix', 'operations']);
    expect(error.message).toContain('operations: /operations/sampleDraws/method: expected "GET" or "POST"');
    await expect(createEventGraph({ ...options, operations: [] })).rejects.toThrow('operations: expected an object');
  });
});
