/* Files and folders that only the run of the tests needs. */

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder, which is removed at the end of the run. */
export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'event-graph-'));

/** The path of a file in a folder of its own. With a content, which is text, bytes or a value for JSON, the file exists. */
export function temporaryFile(name: string, content?: unknown): string {
  const path = join(temporaryFolder(), name);
  if (content !== undefined)
    writeFileSync(path, typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content));
  return path;
}
