import fc from 'fast-check';
import { pino } from 'pino';
import { createLogAudit, type AuditLine } from '../../../../src/server/telemetry/audit/audit-log.js';

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
