import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for files of trusted documents. */
export function trustedFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'event-graph-trusted-'));
  const write = (name: string, content: unknown): string => {
    const path = join(folder, name);
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  };
  return { folder, write };
}

/** A manifest of Apollo with these operations by id. */
export const apolloManifest = (texts: Readonly<Record<string, string>>) => ({
  format: 'apollo-persisted-query-manifest',
  version: 1,
  operations: Object.entries(texts).map(([id, body]) => ({ id, name: 'Any', type: 'query', body })),
});
