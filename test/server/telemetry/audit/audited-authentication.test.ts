import type { AuditLine } from '../../../../src/server/telemetry/audit/audit-log.js';
import { createAuditedAuthentication } from '../../../../src/server/telemetry/audit/audited-authentication.js';

const setUp = () => {
  const lines: AuditLine[] = [];
  let tick: (() => void) | undefined;
  const startTimer = ((callback: () => void) => {
    tick = callback;
    return { unref: () => ({}) };
  }) as unknown as typeof setTimeout;
  const { authenticate, flush } = createAuditedAuthentication(
    () => null,
    (line) => void lines.push(line),
    startTimer,
  );
  return {
    lines,
    flush,
    refuse: (address: string, requestId = 'r') => authenticate({}, address, requestId),
    aSecondPasses: () => {
      const due = tick;
      tick = undefined;
      due?.();
    },
  };
};
const countsOf = (lines: readonly AuditLine[]) => lines.map(({ caller, count }) => [caller, count]);

test('an address writes its first refusal immediately, and one line with the count of the others each second', async () => {
  const { lines, refuse, aSecondPasses } = setUp();
  for (let times = 0; times < 5; times += 1) await refuse('10.0.0.1');
  await refuse('10.0.0.2');
  expect(countsOf(lines)).toEqual([
    ['10.0.0.1', 1],
    ['10.0.0.2', 1],
  ]);
  aSecondPasses();
  expect(countsOf(lines).slice(2)).toEqual([['10.0.0.1', 4]]);
  await refuse('10.0.0.1');
  expect(lines).toHaveLength(3);
  aSecondPasses();
  aSecondPasses();
  await refuse('10.0.0.1');
  expect(countsOf(lines).slice(3)).toEqual([
    ['10.0.0.1', 1],
    ['10.0.0.1', 1],
  ]);
});

test('a line has the members of every audit line, and the request that was refused first', async () => {
  const { lines, refuse, flush } = setUp();
  for (const id of ['r1', 'r2', 'r3']) await refuse('10.0.0.1', id);
  flush();
  const line = { caller: '10.0.0.1', operationName: null, fields: [], outcome: 'unauthenticated' };
  expect(lines).toEqual([
    { ...line, requestId: 'r1', count: 1 },
    { ...line, requestId: 'r2', count: 2 },
  ]);
});

test('more than a thousand addresses write a thousand lines a second, and no refusal is lost', async () => {
  const { lines, refuse, aSecondPasses, flush } = setUp();
  for (let address = 0; address < 20_000; address += 1) await refuse(`10.${address}`);
  aSecondPasses();
  flush();
  expect(lines.length).toBeLessThanOrEqual(1_002);
  expect(lines.reduce((sum, { count }) => sum + count, 0)).toBe(20_000);
});
