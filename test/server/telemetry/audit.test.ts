import fc from 'fast-check';
import { pino } from 'pino';
import { createLogAudit, RefusalAudit, type AuditLine } from '../../../src/server/telemetry/audit.js';

/** Writes the lines to a log. @returns what the log contains of them, without level, time and message */
function written(lines: readonly AuditLine[]): unknown[] {
  const output: string[] = [];
  const sink = createLogAudit(pino({ base: null, timestamp: false }, { write: (line: string) => void output.push(line) }));
  lines.forEach(sink);
  return output.map((line) => {
    const { level: _level, msg: _msg, audit, ...facts } = JSON.parse(line) as Record<string, unknown>;
    expect(audit).toBe(true);
    return facts;
  });
}

const lists = [['Attendee.name'], ['Attendee.name', 'Attendee.mobile']].map((fields) => Object.freeze(fields));
const anyLine: fc.Arbitrary<AuditLine> = fc.record({
  requestId: fc.string(),
  caller: fc.constantFrom('app', 'desk'),
  operationName: fc.constantFrom(null, 'Page', 'One'),
  fields: fc.constantFrom(...lists),
  count: fc.nat(1000),
  outcome: fc.constantFrom('ok', 'partial', 'failed'),
});

test('a line has its own facts, whatever lines with the same frozen list came before it', () => {
  fc.assert(fc.property(fc.array(anyLine, { maxLength: 20 }), (lines) => expect(written(lines)).toEqual(lines)));
});

test('a line has the same text whether its list is frozen or not', () => {
  fc.assert(
    fc.property(anyLine, (line) => {
      const texts = [line, { ...line, fields: [...line.fields] }].map((each) => JSON.stringify(written([each])));
      expect(texts[0]).toBe(texts[1]);
    }),
  );
});

describe('requests without a valid credential', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const refusals = () => {
    const lines: AuditLine[] = [];
    const audit = new RefusalAudit((line) => void lines.push(line));
    return { lines, refuse: (address: string, requestId = 'r') => audit.record(address, requestId), flush: () => audit.flush() };
  };
  const countsOf = (lines: readonly AuditLine[]) => lines.map(({ caller, count }) => [caller, count]);

  test('an address writes its first refusal immediately, and one line with the count of the others each second', () => {
    const { lines, refuse } = refusals();
    for (let times = 0; times < 5; times += 1) refuse('10.0.0.1');
    refuse('10.0.0.2');
    expect(countsOf(lines)).toEqual([
      ['10.0.0.1', 1],
      ['10.0.0.2', 1],
    ]);
    jest.advanceTimersByTime(1000);
    expect(countsOf(lines).slice(2)).toEqual([['10.0.0.1', 4]]);
    refuse('10.0.0.1');
    expect(lines).toHaveLength(3);
    jest.advanceTimersByTime(1000);
    jest.advanceTimersByTime(1000);
    refuse('10.0.0.1');
    expect(countsOf(lines).slice(3)).toEqual([
      ['10.0.0.1', 1],
      ['10.0.0.1', 1],
    ]);
  });

  test('a line has the members of every audit line, and the request that was refused first', () => {
    const { lines, refuse, flush } = refusals();
    for (const id of ['r1', 'r2', 'r3']) refuse('10.0.0.1', id);
    flush();
    const line = { caller: '10.0.0.1', operationName: null, fields: [], outcome: 'unauthenticated' };
    expect(lines).toEqual([
      { ...line, requestId: 'r1', count: 1 },
      { ...line, requestId: 'r2', count: 2 },
    ]);
  });

  test('more than a thousand addresses write a thousand lines a second, and no refusal is lost', () => {
    const { lines, refuse, flush } = refusals();
    for (let address = 0; address < 20_000; address += 1) refuse(`10.${address}`);
    jest.advanceTimersByTime(1000);
    flush();
    expect(lines.length).toBeLessThanOrEqual(1_002);
    expect(lines.reduce((sum, { count }) => sum + count, 0)).toBe(20_000);
  });
});
