import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTextFile } from '../../src/primitives/text-file.js';

const folder = mkdtempSync(join(tmpdir(), 'event-graph-'));

test.each([
  ['\uFEFFé\n', 'é\n'],
  ['a\uFEFF', 'a\uFEFF'],
  ['', ''],
])('a byte order mark is left out at the start only: %j', (written, read) => {
  const path = join(folder, 'text');
  writeFileSync(path, written);
  expect(readTextFile(path)).toBe(read);
});
