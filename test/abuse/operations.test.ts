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
});
