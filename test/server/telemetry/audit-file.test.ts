/* The file of AUDIT_LOG: order and completeness of its lines, also while the disk is full and when the process ends. */

import { readFileSync, renameSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { AuditFile } from '../../../src/server/telemetry/audit-file.js';
import { temporaryFile } from '../../support/temporary-files.js';

const newPath = () => temporaryFile('audit.log');

function setUp(path = newPath(), append?: (file: number, bytes: Buffer) => number) {
  const events: unknown[] = [];
  const log = { warn: (fields: unknown) => void events.push(fields) };
  return { path, file: new AuditFile(path, log, () => {}, append), events };
}
const lines = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `${from + index}\n`);

test.each(['', 'before\n'])("lines are appended in order, after what is there, and the file is its owner's alone: %j", (before) => {
  const path = newPath();
  if (before !== '') writeFileSync(path, before, { mode: 0o644 });
  const { file } = setUp(path);
  for (const line of lines(0, 2000)) file.write(line);
  file.close();
  expect(readFileSync(path, 'utf8')).toBe(before + lines(0, 2000).join(''));
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('lines that are pending when the process ends are written then', () => {
  const { path, file } = setUp();
  for (const line of lines(0, 100)) file.write(line);
  file.flush();
  expect(readFileSync(path, 'utf8')).toBe(lines(0, 100).join(''));
});

test('after a write of only some bytes, the next one continues where it stopped', () => {
  let written = '';
  const { file } = setUp(newPath(), (_file, bytes) => {
    const part = bytes.subarray(0, Math.max(1, Math.floor(bytes.length / 2)));
    written += part.toString();
    return part.length;
  });
  for (const line of lines(0, 50)) file.write(line);
  file.close();
  expect(written).toBe(lines(0, 50).join(''));
});

test('a full disk is reported once, and only lines that do not fit into memory are lost', () => {
  jest.useFakeTimers();
  let full = true;
  let written = 0;
  const { file, events } = setUp(newPath(), (_file, bytes) => {
    if (full) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    written += bytes.length;
    return bytes.length;
  });
  const line = `${'x'.repeat(1023)}\n`;
  file.write(line);
  jest.advanceTimersByTime(10);
  for (let count = 0; count < 10 * 1024; count += 1) file.write(line);
  jest.advanceTimersByTime(5000);
  expect(events).toEqual([{ cause: 'ENOSPC' }]);
  full = false;
  jest.advanceTimersByTime(1000);
  expect(written).toBe(8 * 1024 * 1024);
  expect(events).toEqual([{ cause: 'ENOSPC' }, { lost: 10 * 1024 + 1 - 8 * 1024 }]);
  file.close();
});

test('a full disk leaves no part of a line in the file, so that lines of two workers do not mix', () => {
  let space = 5;
  const limited = (file: number, bytes: Buffer) => {
    if (space === 0) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    const part = writeSync(file, bytes.subarray(0, space));
    space -= part;
    return part;
  };
  const { path, file } = setUp(newPath(), limited);
  const { file: other } = setUp(path);
  file.write('1.1\n');
  file.write('1.2\n');
  file.flush();
  other.write('2.1\n');
  other.close();
  space = Infinity;
  file.close();
  expect(readFileSync(path, 'utf8')).toBe('1.1\n2.1\n1.2\n');
});

test('a file that was moved or deleted is created anew, for its owner only', () => {
  const { path, file } = setUp();
  const flushed = (line: string) => {
    file.write(line);
    file.flush();
  };
  flushed('1\n');
  renameSync(path, `${path}.1`);
  flushed('2\n');
  expect([`${path}.1`, path].map((each) => readFileSync(each, 'utf8'))).toEqual(['1\n', '2\n']);
  rmSync(path);
  flushed('3\n');
  expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['3\n', 0o600]);
  file.close();
});

test('if the last write fails, the log has the number of missing lines, and nothing is written after the file is closed', () => {
  jest.useFakeTimers();
  const writes: string[] = [];
  const { file, events } = setUp(newPath(), (_file, bytes) => {
    writes.push(bytes.toString());
    throw Object.assign(new Error('full'), { code: 'ENOSPC' });
  });
  file.write('line\n');
  file.close();
  file.write('late\n');
  jest.advanceTimersByTime(5000);
  expect(writes).toEqual(['line\n']);
  expect(events).toEqual([{ cause: 'ENOSPC' }, { lost: 1 }]);
});
