import { httpAttacks, queryAttacks } from './attackers.js';
import { type Besieged, liveProgram, sandboxProgram, send } from './program.js';

const modes: readonly [string, () => Promise<Besieged>][] = [
  ['sandbox', sandboxProgram],
  ['live', () => liveProgram()],
];

describe.each(modes)('in %s mode, with a valid credential', (_mode, begin) => {
  let program: Besieged;
  beforeAll(async () => (program = await begin()));
  afterAll(() => program.close());

  test.each([...queryAttacks, ...httpAttacks].map((attack) => [attack.name, attack] as const))('%s is answered safely, and the service is not asked', async (_name, attack) => {
    const before = await program.hits();
    const answer = await send(program, attack);
    expect(attack.status).toContain(answer.status);
    if (attack.code !== undefined) expect(answer.code).toBe(attack.code);
    expect(answer.code).not.toBe('INTERNAL_SERVER_ERROR');
    expect(answer.text).not.toMatch(/call stack|    at |node_modules|heap/i);
    expect(answer.text.length).toBeLessThan(100_000);
    expect(await program.hits()).toBe(before);
    expect(({} as { isAdmin?: boolean; x?: number }).isAdmin ?? ({} as { x?: number }).x).toBeUndefined();
  });

  test('and nothing of it was a defect', () => {
    expect(program.logs()).not.toMatch(/"level":(50|60)/);
  });

  test.each([
    ['first: 0', 'first: 0'],
    ['first: -1', 'first: -1'],
    ['offset: -1', 'offset: -1'],
    ['a cursor that is none', 'after: "nonsense"'],
    ['a cursor and an offset', 'after: "MTA=", offset: 10'],
  ])('a page with %s is BAD_USER_INPUT, and the service is not asked', async (_what, args) => {
    const before = await program.hits();
    const answer = await send(program, { name: '', body: JSON.stringify({ query: `{ activity { attendees(${args}) { totalCount } } }` }), status: [200] });
    expect([answer.status, answer.code]).toEqual([200, 'BAD_USER_INPUT']);
    expect(await program.hits()).toBe(before);
  });

  test('10 000 persisted queries are remembered within bounds', async () => {
    const { createHash } = await import('node:crypto');
    const before = process.memoryUsage().rss;
    for (let start = 0; start < 10_000; start += 100) {
      await Promise.all(
        Array.from({ length: 100 }, (_, i) => {
          const query = `{ __typename } # ${start + i}`;
          const sha256Hash = createHash('sha256').update(query).digest('hex');
          return send(program, { name: '', body: JSON.stringify({ query, extensions: { persistedQuery: { version: 1, sha256Hash } } }), status: [200] });
        }),
      );
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
    expect((await send(program, queryAttacks[0]!)).status).toBe(400);
  }, 60_000);
});
