/*
 * The temporary folder of a run: `os.tmpdir()` for jest's workers and for the programs that the suites start, which inherit TMPDIR. So a
 * suite may leave files there.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** TMPDIR before the run. */
let outer;
let folder;

export function createTemporaryFolder() {
  outer = process.env.TMPDIR;
  folder = mkdtempSync(join(tmpdir(), 'event-graph-tests-'));
  process.env.TMPDIR = folder;
}

export function removeTemporaryFolder() {
  // `jest --watch` continues with the next run in this process.
  if (outer === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = outer;
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
