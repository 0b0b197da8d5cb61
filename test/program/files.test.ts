/* What is wrong with a file that a setting names. */

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '../../src/config/config.js';
import { asAuditSetting } from '../../src/program/files.js';
import { assertUsableAuditFile } from '../../src/server/telemetry/audit-file.js';

const folder = mkdtempSync(join(tmpdir(), 'files-'));

test.each([
  [join(folder, 'missing', 'audit.log'), 'ENOENT'],
  [folder, 'EISDIR'],
  ['/dev/null', 'it is not a regular file'],
])('the problem of AUDIT_LOG=%s begins with why the file cannot be opened', (path, cause) => {
  const open = () => asAuditSetting(() => assertUsableAuditFile(path));
  expect(open).toThrow(ConfigError);
  expect(open).toThrow(`  AUDIT_LOG: the file cannot be opened (${cause}); expected `);
});
