import { liveProgram, sandboxProgram, send, type AttackedProgram } from './attacked-program.js';
import { httpAttacks, queryAttacks } from './attacks.js';

const modes: readonly [string, () => Promise<AttackedProgram>][] = [
  ['sandbox', sandboxProgram],
  ['live', () => liveProgram()],
];

describe.each(modes)('in %s mode, with a valid credential', (_mode, begin) => {
  let program: AttackedProgram;
  beforeAll(async () => (program = await begin()));

  test.each([...queryAttacks, ...httpAttacks].map((attack) => [attack.name, attack] as const))(
    '%s gets a safe response, and the service is not called',
    async (_name, attack) => {
      const before = await program.hits();
      const response = await send(program, attack);
      expect(attack.status).toContain(response.status);
      if (attack.code !== undefined) expect(response.code).toBe(attack.code);
      expect(response.code).not.toBe('INTERNAL_SERVER_ERROR');
      expect(response.text).not.toMatch(/call stack|    at |node_modules|heap/i);
      expect(response.text.length).toBeLessThan(100_000);
      expect(await program.hits()).toBe(before);
      expect(({} as { isAdmin?: boolean; x?: number }).isAdmin ?? ({} as { x?: number }).x).toBeUndefined();
    },
  );

  test('no attack causes an unexpected error', () => {
    expect(program.logs()).not.toMatch(/"level":(50|60)/);
  });

  test.each([
    ['first: 0', 'first: 0'],
    ['first: -1', 'first: -1'],
    ['offset: -1', 'offset: -1'],
    ['a cursor that is none', 'after: "nonsense"'],
    ['a cursor and an offset', 'after: "MTA=", offset: 10'],
  ])('a page with %s gets BAD_USER_INPUT, and the service is not called', async (_what, args) => {
    const before = await program.hits();
    const response = await send(program, {
      name: '',
      body: JSON.stringify({ query: `{ activity { attendees(${args}) { totalCount } } }` }),
      status: [200],
    });
    expect({ status: response.status, code: response.code }).toEqual({ status: 200, code: 'BAD_USER_INPUT' });
    expect(await program.hits()).toBe(before);
  });

  test('of 2,050 persisted queries the newest are stored, and the oldest are not', async () => {
    const { createHash } = await import('node:crypto');
    const extensionsOf = (query: string) => ({
      persistedQuery: { version: 1, sha256Hash: createHash('sha256').update(query).digest('hex') },
    });
    const queryOf = (number: number) => `{ __typename } # ${number}`;
    for (let start = 0; start < 2_050; start += 50) {
      await Promise.all(
        Array.from({ length: 50 }, (_, i) => {
          const query = queryOf(start + i);
          return send(program, { name: '', body: JSON.stringify({ query, extensions: extensionsOf(query) }), status: [200] });
        }),
      );
    }
    const byHash = async (number: number) =>
      (await send(program, { name: '', body: JSON.stringify({ extensions: extensionsOf(queryOf(number)) }), status: [200] })).text;
    expect(await byHash(2_049)).toContain('"__typename":"Query"');
    expect(await byHash(0)).toContain('PERSISTED_QUERY_NOT_FOUND');
    expect((await send(program, queryAttacks[0]!)).status).toBe(400);
  }, 180_000);
});
