import { readNamedFiles } from '../../src/config/config.js';
import { live } from './problems.js';

const none = { operations: null, activities: null, signerModule: null, trustedDocuments: [], state: null, audit: null };

test('the sandbox names no files, a live service its default state file', () => {
  expect(readNamedFiles({})).toEqual(none);
  expect(readNamedFiles(live)).toEqual({ ...none, state: './event-graph-state.db' });
});

test('the files of well-formed settings are named although other settings are bad', () => {
  const env = {
    PORT: 'x',
    EVENT_SERVICE_URL: 'x',
    OPERATIONS_FILE: ' operations.json ',
    ACTIVITIES_FILE: 'activities.json',
    EVENT_SERVICE_SIGNER_MODULE: 'signer.mjs',
    TRUSTED_DOCUMENTS_FILE: 'a.json, b.json',
    STATE_FILE: 'state.db',
    AUDIT_LOG: './audit.log',
  };
  expect(readNamedFiles(env)).toEqual({
    operations: 'operations.json',
    activities: 'activities.json',
    signerModule: 'signer.mjs',
    trustedDocuments: ['a.json', 'b.json'],
    state: 'state.db',
    audit: './audit.log',
  });
});

test('a malformed setting names no file, and neither does a state file that Redis replaces', () => {
  const quoted = { OPERATIONS_FILE: '"a.json"', TRUSTED_DOCUMENTS_FILE: 'a.json,', STATE_FILE: '"state.db"', AUDIT_LOG: 'audit' };
  expect(readNamedFiles({ ...live, ...quoted })).toEqual(none);
  expect(readNamedFiles({ ...live, REDIS_URL: 'redis://127.0.0.1' })).toEqual(none);
});
