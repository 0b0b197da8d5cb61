/* Audit lines in bulk: refused credentials are counted, not written one by one, and lines that are lost are counted. */

import { openAudit, RefusalAudit, type AuditLine } from '../../../src/server/telemetry/audit-lines.js';
import { temporaryFile } from '../../support/temporary-files.js';

describe('requests without a valid credential', () => {
  beforeEach(() => void jest.useFakeTimers());

  const refusals = () => {
    const lines: AuditLine[] = [];
    const audit = new RefusalAudit((line) => void lines.push(line));
    return { lines, refuse: (address: string) => audit.record(address, 'r'), flush: () => audit.flush() };
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

  test('more than a thousand addresses write a thousand lines a second, and no refusal is lost', () => {
    const { lines, refuse, flush } = refusals();
    for (let address = 0; address < 20_000; address += 1) refuse(`10.${address}`);
    jest.advanceTimersByTime(1000);
    flush();
    expect(lines.length).toBeLessThanOrEqual(1_002);
    expect(lines.reduce((sum, { count }) => sum + count, 0)).toBe(20_000);
  });
});

test('lines that are lost because the file of AUDIT_LOG takes none are counted', async () => {
  let lost = 0;
  const path = temporaryFile('audit.log');
  const { sink, close } = openAudit(path, { warn: () => {} } as never, (lines) => (lost += lines));
  const line = { caller: 'x'.repeat(1_000_000), operationName: null, requestId: 'r', fields: [], count: 1, outcome: 'ok' } as const;
  // Memory has room for eight of them.
  for (let written = 0; written < 12; written += 1) sink(line);
  await close();
  expect(lost).toBe(4);
});
