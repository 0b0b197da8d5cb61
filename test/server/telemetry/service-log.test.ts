/* How many lines a failing service, its broken values and its rejections write, and when. */

import {
  CircuitOpenError,
  UpstreamInvalidResponseError,
  UpstreamRejectedError,
  UpstreamTimeoutError,
  UpstreamUnavailableError,
} from '../../../src/records/errors.js';
import { ServiceLog } from '../../../src/server/telemetry/service-log.js';

const operation = '/api/ticket/data';
const refused = new UpstreamUnavailableError(operation, false, {
  cause: Object.assign(new Error('no'), { code: 'ECONNREFUSED' }),
});
const badGateway = new UpstreamUnavailableError(operation, true, { reply: { status: 502, contentType: 'text/html' } });

beforeEach(() => void jest.useFakeTimers());

/** A log whose clock stands until it is moved. */
function watched() {
  const lines: { level: string; facts: Record<string, unknown> }[] = [];
  const write = (level: string) => (facts: object) => void lines.push({ level, facts: facts as Record<string, unknown> });
  const log = new ServiceLog({ warn: write('warn'), info: write('info') } as never, Date.now);
  return { lines, pass: (ms: number) => jest.advanceTimersByTime(ms), observe: log.observe, invalidValue: log.invalidValue };
}

/* What the first line says: test/faults/diagnosis.test.ts. */
test('further failures of the same cause write no line', () => {
  const { lines, pass, observe } = watched();
  for (let call = 0; call < 100; call += 1) observe(operation, 'unavailable', refused);
  pass(600_000);
  observe(operation, 'unavailable', refused);
  expect(lines).toHaveLength(1);
});

test('twenty callers that give up without a reply between them write one line a minute', () => {
  const { lines, pass, observe } = watched();
  const giveUp = (times: number) => Array.from({ length: times }, () => observe(operation, 'cancelled'));
  for (const outcome of ['ok', 'rejected', 'timeout'] as const) {
    giveUp(19);
    observe(operation, outcome);
  }
  lines.length = 0;
  giveUp(19);
  expect(lines).toEqual([]);
  giveUp(50);
  expect(lines).toEqual([{ level: 'warn', facts: expect.objectContaining({ operation, outcome: 'cancelled' }) }]);
  pass(60_000);
  expect(lines).toHaveLength(2);
});

test('a change of the cause within a minute writes one line when the minute is over, with status and content type', () => {
  const { lines, pass, observe } = watched();
  observe(operation, 'unavailable', refused);
  observe(operation, 'unavailable', badGateway);
  observe(operation, 'unavailable', badGateway);
  expect(lines).toHaveLength(1);
  pass(60_000);
  expect(lines[1]!.facts).toMatchObject({ cause: 'HTTP_502', status: 502, contentType: 'text/html' });
  pass(60_000);
  expect(lines).toHaveLength(2);
});

test('a cause that changes and returns to the logged one within a minute writes no line', () => {
  const { lines, pass, observe } = watched();
  for (const error of [refused, badGateway, refused]) observe(operation, 'unavailable', error);
  pass(60_000);
  expect(lines).toHaveLength(1);
});

test('an operation that works again writes one info line, and a failure after it a warning again', () => {
  const { lines, pass, observe } = watched();
  observe(operation, 'unavailable', refused);
  observe(operation, 'ok');
  observe(operation, 'ok');
  pass(60_000);
  observe(operation, 'timeout', new UpstreamTimeoutError(operation, true));
  expect(lines.map(({ level, facts }) => [level, facts['cause']])).toEqual([
    ['warn', 'ECONNREFUSED'],
    ['info', undefined],
    ['warn', 'TIMEOUT'],
  ]);
});

test('each endpoint has lines of its own', () => {
  const { lines, observe } = watched();
  observe('/api/a', 'unavailable', refused);
  observe('/api/b', 'unavailable', refused);
  expect(lines.map(({ facts }) => facts['operation'])).toEqual(['/api/a', '/api/b']);
});

test('an attempt that this program refuses or cancels is not logged as a failure of the service', () => {
  const { lines, observe } = watched();
  observe(operation, 'circuit_open', new CircuitOpenError(operation, 1));
  observe(operation, 'cancelled');
  observe(operation, 'overloaded');
  expect(lines).toEqual([]);
});

test('values that break the interface write one line at once, and one a minute with their number, without positions in lists', () => {
  const { lines, pass, invalidValue } = watched();
  const invalid = (path: string, expected = 'an integer') => invalidValue(new UpstreamInvalidResponseError(operation, path, expected));
  for (let index = 0; index < 200; index += 1) invalid(`$.data.2026-05-16[${index}].time`);
  invalid('$.total', 'Unix seconds: ACTIVITIES_FILE states no time zone for a time as text');
  pass(60_000);
  pass(60_000);
  invalid('$.data[7].time');
  expect(lines.map(({ facts: { path, count } }) => [path, count])).toEqual([
    ['$.data.*[].time', 1],
    ['$.total', 1],
    ['$.data.*[].time', 199],
    ['$.data[].time', 1],
  ]);
  expect(lines[1]).toMatchObject({ level: 'warn', facts: { operation, hint: expect.stringContaining('timeZone') } });
});

test('rejections after an accepted call write a line if all calls of a minute were rejected, and another at the next accepted one', () => {
  const { lines, pass, observe } = watched();
  const reject = (calls: number) => {
    for (let call = 0; call < calls; call += 1) observe(operation, 'rejected', new UpstreamRejectedError(operation, '', () => ''));
  };
  observe(operation, 'ok');
  reject(20);
  pass(59_000);
  observe(operation, 'ok');
  reject(20);
  pass(59_000);
  reject(1);
  expect(lines).toEqual([]);
  pass(1_000);
  reject(20);
  expect(lines).toEqual([{ level: 'warn', facts: expect.objectContaining({ operation, outcome: 'rejected' }) }]);
  observe(operation, 'ok');
  observe(operation, 'ok');
  expect(lines.slice(1)).toEqual([{ level: 'info', facts: { operation } }]);
});
