import { liveProgram, send } from './attacked-program.js';
import { httpAttacks, queryAttacks } from './attacks.js';

let program: Awaited<ReturnType<typeof liveProgram>>;
beforeAll(async () => (program = await liveProgram()));
const hits = () => program.service.hits.length;

test.each([...queryAttacks, ...httpAttacks].map((attack) => [attack.name, attack] as const))(
  'with a valid credential, %s gets a safe response, and the service is not called',
  async (_name, attack) => {
    const before = hits();
    const response = await send(program, attack);
    expect(attack.status).toContain(response.status);
    if (attack.code !== undefined) expect(response.code).toBe(attack.code);
    expect(response.code).not.toBe('INTERNAL_SERVER_ERROR');
    expect(response.text).not.toMatch(/call stack|    at |node_modules|heap/i);
    expect(response.text.length).toBeLessThan(100_000);
    expect(hits()).toBe(before);
    expect(({} as { isAdmin?: boolean; x?: number }).isAdmin ?? ({} as { x?: number }).x).toBeUndefined();
  },
);

test('no attack causes an unexpected error', () => {
  expect(program.logs()).not.toMatch(/"level":(50|60)/);
});

test.each(['first: 0', 'first: -1', 'offset: -1', 'after: "nonsense"', 'after: "MTA=", offset: 10'])(
  'a page with %s gets BAD_USER_INPUT, and the service is not called',
  async (args) => {
    const before = hits();
    const { status, code } = await send(program, {
      body: JSON.stringify({ query: `{ activity { attendees(${args}) { totalCount } } }` }),
    });
    expect({ status, code, hits: hits() }).toEqual({ status: 200, code: 'BAD_USER_INPUT', hits: before });
  },
);
