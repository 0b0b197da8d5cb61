/* Settings that contradict each other: one rule each. */

import { readConfig } from '../../src/config/config.js';
import { badSettings, live, problems } from './problems.js';

describe('the sandbox replaces a live service only if the operator means it', () => {
  test('in production the sandbox starts only with SANDBOX=true', () => {
    expect(problems({ NODE_ENV: 'production' })).toEqual({ EVENT_SERVICE_URL: expect.stringContaining('SANDBOX=true') });
    expect(problems({ NODE_ENV: 'production', SANDBOX: 'false' })).toHaveProperty('EVENT_SERVICE_URL');
    expect(readConfig({ NODE_ENV: 'production', SANDBOX: 'true' }).mode).toBe('sandbox');
    expect(readConfig({ ...live, NODE_ENV: 'production' }).mode).toBe('live');
    expect(readConfig({ NODE_ENV: 'development' }).mode).toBe('sandbox');
  });

  test('SANDBOX=true together with EVENT_SERVICE_URL is refused', () => {
    expect(problems({ ...live, SANDBOX: 'true' })).toEqual({ SANDBOX: expect.stringContaining('EVENT_SERVICE_URL is set') });
    expect(readConfig({ ...live, SANDBOX: 'false' }).mode).toBe('live');
  });

  test("the organiser's key without an address does not start the sandbox", () => {
    expect(badSettings({ EVENT_SERVICE_PRIVATE_KEY: 'x', EVENT_SERVICE_URL: ' ' })).toEqual(['EVENT_SERVICE_URL']);
  });

  test('settings of the sandbox together with EVENT_SERVICE_URL are refused', () => {
    expect(Object.keys(problems({ ...live, SANDBOX_LIVE: 'true', SANDBOX_SEED: '1' }))).toEqual(['SANDBOX_LIVE', 'SANDBOX_SEED']);
    expect(readConfig({ ...live, SANDBOX_LIVE: 'false' }).mode).toBe('live');
  });
});

describe('an http address of another machine needs EVENT_SERVICE_ALLOW_HTTP', () => {
  test.each(['http://service.example', 'http://192.0.2.7:8080/prefix', 'http://127.0.0.1.example', 'http://event-service'])(
    '%s is accepted only with EVENT_SERVICE_ALLOW_HTTP=true',
    (url) => {
      expect(problems({ ...live, EVENT_SERVICE_URL: url })).toEqual({
        EVENT_SERVICE_URL: expect.stringContaining('EVENT_SERVICE_ALLOW_HTTP=true'),
      });
      expect(readConfig({ ...live, EVENT_SERVICE_URL: url, EVENT_SERVICE_ALLOW_HTTP: 'true' }).live!.url).toBe(url);
    },
  );

  test.each(['https://service.example', 'http://localhost:8080', 'http://127.0.0.1:8080', 'http://127.8.0.1', 'http://[::1]:8080'])(
    '%s is accepted without EVENT_SERVICE_ALLOW_HTTP',
    (url) => {
      expect(readConfig({ ...live, EVENT_SERVICE_URL: url }).live!.url).toBe(url);
    },
  );
});

test.each(['report', 'require'])('TRUSTED_DOCUMENTS=%s needs a file, and is refused together with router secrets', (mode) => {
  const TRUSTED_DOCUMENTS_FILE = 'a.json';
  const AUTH_ROUTER_SECRETS = 'a'.repeat(32);
  expect(badSettings({ TRUSTED_DOCUMENTS: mode })).toEqual(['TRUSTED_DOCUMENTS_FILE']);
  expect(badSettings({ TRUSTED_DOCUMENTS: mode, TRUSTED_DOCUMENTS_FILE, AUTH_ROUTER_SECRETS })).toEqual(['TRUSTED_DOCUMENTS']);
  expect(badSettings({ TRUSTED_DOCUMENTS: mode, AUTH_ROUTER_SECRETS })).toEqual(['TRUSTED_DOCUMENTS', 'TRUSTED_DOCUMENTS_FILE']);
  expect(badSettings({ TRUSTED_DOCUMENTS: mode, TRUSTED_DOCUMENTS_FILE })).toEqual([]);
  for (const allowed of [
    { TRUSTED_DOCUMENTS: 'allow' },
    { TRUSTED_DOCUMENTS: 'allow', TRUSTED_DOCUMENTS_FILE },
    { TRUSTED_DOCUMENTS_FILE },
  ])
    expect(badSettings({ ...allowed, AUTH_ROUTER_SECRETS })).toEqual([]);
});

test('two listeners on one port are refused, unless the port is 0 or their hosts differ', () => {
  expect(badSettings({ PORT: '4010', ADMIN_PORT: '4010' })).toEqual(['ADMIN_PORT']);
  expect(badSettings({ PORT: '4001' })).toEqual(['ADMIN_PORT']);
  expect(badSettings({ PORT: '0', ADMIN_PORT: '0' })).toEqual([]);
  expect(badSettings({ HOST: '127.0.0.2', PORT: '4010', ADMIN_HOST: '127.0.0.3', ADMIN_PORT: '4010' })).toEqual([]);
});

test('each worker has two connections to the service at least', () => {
  const given = { ...live, WORKERS: '2' };
  expect(badSettings({ ...given, EVENT_SERVICE_MAX_CONNECTIONS: '3' })).toEqual(['EVENT_SERVICE_MAX_CONNECTIONS']);
  expect(readConfig({ ...given, EVENT_SERVICE_MAX_CONNECTIONS: '4' }).workers).toBe(2);
});

test('audit lines are not written to the state file; the word log names no file', () => {
  const folder = process.cwd();
  expect(problems({ ...live, AUDIT_LOG: './state.db', STATE_FILE: `${folder}/state.db` })).toEqual({
    AUDIT_LOG: expect.stringContaining('other than STATE_FILE'),
  });
  expect(readConfig({ ...live, AUDIT_LOG: 'log', STATE_FILE: './log' }).stateFile).toBe('./log');
});
