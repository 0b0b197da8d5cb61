import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AuditFile, type AppendToFile } from '../../../src/server/telemetry/audit-file.js';

const newPath = () => join(mkdtempSync(join(tmpdir(), 'audit-')), 'audit.log');

function setUp(path = newPath(), append?: AppendToFile) {
  const events: unknown[] = [];
  const record = (event: unknown) => void events.push(event);
  return { path, file: new AuditFile(path, { onFailure: record, onLost: () => {}, onRecovery: record }, append), events };
}
const lines = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `${from + index}\n`);

test.each(['', 'before\n'])("lines are appended in order, after what is there, and the file is its owner's alone: %j", async (before) => {
  const path = newPath();
  if (before !== '') writeFileSync(path, before, { mode: 0o644 });
  const { file } = setUp(path);
  for (const line of lines(0, 2000)) file.write(line);
  await file.close();
  expect(readFileSync(path, 'utf8')).toBe(before + lines(0, 2000).join(''));
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('a path that cannot be written, or is not a file, is refused', () => {
  expect(() => setUp(join(newPath(), 'missing', 'audit.log'))).toThrow();
  expect(() => setUp(tmpdir())).toThrow();
  expect(() => setUp('/dev/null')).toThrow('not a regular file');
});

test('lines that are pending when the process ends are written then', () => {
  const { path, file } = setUp();
  for (const line of lines(0, 100)) file.write(line);
  file.flush();
  expect(readFileSync(path, 'utf8')).toBe(lines(0, 100).join(''));
});

test('after a write of only some bytes, the next one continues where it stopped', async () => {
  let written = '';
  const { file } = setUp(newPath(), (_file, bytes, done) => {
    const part = bytes.subarray(0, Math.max(1, Math.floor(bytes.length / 2)));
    written += part.toString();
    setImmediate(() => done(null, part.length));
  });
  for (const line of lines(0, 50)) file.write(line);
  await file.close();
  expect(written).toBe(lines(0, 50).join(''));
});

test('a full disk is reported once and blocks nothing, and only lines that do not fit into memory are lost', async () => {
  let full = true;
  let written = 0;
  const { file, events } = setUp(newPath(), (_file, bytes, done) => {
    if (!full) written += bytes.length;
    setImmediate(() => (full ? done(Object.assign(new Error('full'), { code: 'ENOSPC' }), 0) : done(null, bytes.length)));
  });
  const line = `${'x'.repeat(1023)}\n`;
  const turns = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  file.write(line);
  await turns();
  for (let count = 0; count < 10 * 1024; count += 1) file.write(line);
  await turns();
  expect(events).toEqual(['ENOSPC']);
  full = false;
  await file.close();
  expect(written).toBe(8 * 1024 * 1024);
  expect(events).toEqual(['ENOSPC', 10 * 1024 + 1 - 8 * 1024]);
});

test('lines that a write without a failure has no room for, because it takes long, are counted and reported', async () => {
  const ends: (() => void)[] = [];
  const { file, events } = setUp(newPath(), (_file, bytes, done) => void ends.push(() => done(null, bytes.length)));
  const line = `${'x'.repeat(1024 * 1024)}\n`;
  file.write(line);
  await new Promise((resolve) => setImmediate(resolve));
  for (let sent = 0; sent < 10; sent += 1) file.write(line);
  expect(events).toEqual([]);
  ends[0]!();
  await new Promise((resolve) => setImmediate(resolve));
  expect(events).toEqual([3]);
  const closed = file.close();
  ends[1]!();
  await closed;
  expect(events).toEqual([3]);
});

test('nothing is written after the file is closed, even if its last write has failed', async () => {
  const writes: string[] = [];
  const { file } = setUp(newPath(), (_file, bytes, done) => {
    writes.push(bytes.toString());
    process.nextTick(() => done(Object.assign(new Error('full'), { code: 'ENOSPC' }), 0));
  });
  file.write('line\n');
  await file.close();
  await new Promise((resolve) => setImmediate(resolve));
  expect(writes).toEqual(['line\n']);
});
