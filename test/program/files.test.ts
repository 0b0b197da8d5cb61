/* What is wrong with a file that a setting names. */

import { symlinkSync } from 'node:fs';
import { ConfigError } from '../../src/config/environment.js';
import { asAuditSetting } from '../../src/program/files.js';
import { assertUsableAuditFile } from '../../src/server/telemetry/audit-file.js';
import { temporaryFile, temporaryFolder } from '../support/temporary-files.js';

const link = temporaryFile('link');
symlinkSync(temporaryFile('target'), link);

test.each([
  [temporaryFile('missing/audit.log'), 'ENOENT'],
  [temporaryFolder(), 'EISDIR'],
  ['/dev/null', 'it is not a regular file'],
  [link, 'ELOOP'],
])('the problem of AUDIT_LOG=%s begins with why the file cannot be opened', (path, cause) => {
  const open = () => asAuditSetting(() => assertUsableAuditFile(path));
  expect(open).toThrow(ConfigError);
  expect(open).toThrow(`  AUDIT_LOG: the file cannot be opened (${cause}); expected `);
});
