/* Names in the environment that are probably misspelt settings. */

import { checkSettings } from '../../src/config/config.js';
import { live, problems } from './problems.js';

describe('a misspelt setting is not ignored', () => {
  test.each([
    ['AUTH_ROUTER_SECRET', 'AUTH_ROUTER_SECRETS'],
    ['AUTH_API_KEY', 'AUTH_API_KEYS'],
    ['AUHT_API_KEYS', 'AUTH_API_KEYS'],
    ['auth_router_secrets', 'AUTH_ROUTER_SECRETS'],
    ['CACHE_TLT', 'CACHE_TTL'],
    ['REDIS_URI', 'REDIS_URL'],
    ['TRUSTED_DOCUMENT', 'TRUSTED_DOCUMENTS'],
    ['CHECK_IN_HOOK_SECRET', 'CHECK_IN_HOOK_SECRETS'],
    ['EVENT_SERVICE_PRIVAT_KEY', 'EVENT_SERVICE_PRIVATE_KEY'],
    ['RATE_LIMITS', 'RATE_LIMIT'],
    ['MAXCOST', 'MAX_COST'],
    ['MAX_BODY_BYTE', 'MAX_BODY_BYTES'],
    ['MAX_BODY', 'MAX_BODY_BYTES'],
    ['ALOWED_HOSTS', 'ALLOWED_HOSTS'],
    ['EVENT_SERVICES_URL', 'EVENT_SERVICE_URL'],
    ['EVENT_SERVICE_TIMEOUT', 'EVENT_SERVICE_TIMEOUT_MS'],
    ['EVENT_SERVICE_RETRY', 'EVENT_SERVICE_RETRIES'],
    ['EVENT_SERVICE_ULR', 'EVENT_SERVICE_URL'],
    ['EVENT_SERVICE_FOO', 'EVENT_SERVICE_URL'],
  ])('%s is refused, and %s is suggested', (name, nearest) => {
    expect(problems({ [name]: 'CANARY' })).toEqual({ [name]: `no setting has this name; the nearest is ${nearest}` });
    expect(problems({ ...live, [name]: 'CANARY' })).toHaveProperty(name);
    expect(checkSettings({ [name]: 'CANARY' }).unknownNames).toEqual([]);
  });

  test.each([
    ['SATE_FILE', 'STATE_FILE'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['EXPLORERS', 'EXPLORER'],
    ['REQUEST_TIMEOUT', 'REQUEST_TIMEOUT_MS'],
    ['cors_origins', 'CORS_ORIGINS'],
  ])('%s causes a warning that suggests %s', (name, nearest) => {
    expect(problems({ [name]: 'CANARY' })).toEqual({});
    expect(checkSettings({ [name]: 'CANARY' }).unknownNames).toEqual([{ name, nearest }]);
  });
});

describe('other variables of the environment are ignored', () => {
  test.each([
    ['short names', 'HOME POST HOSTS PORTS WORKER'],
    ['variables of the system', 'HOSTNAME LANGUAGE LOGNAME NODE_ENV NODE_OPTIONS PATH TERM TMPDIR npm_config_cache AUTH_TOKEN'],
    [
      'variables of Kubernetes for a Service called event-service',
      'EVENT_SERVICE_SERVICE_HOST EVENT_SERVICE_SERVICE_PORT EVENT_SERVICE_SERVICE_PORT_HTTP EVENT_SERVICE_PORT EVENT_SERVICE_PORT_80_TCP EVENT_SERVICE_PORT_80_TCP_PROTO EVENT_SERVICE_PORT_80_TCP_PORT EVENT_SERVICE_PORT_80_TCP_ADDR EVENT_SERVICE_PORT_53_UDP',
    ],
    ['variables of Kubernetes for a Service called event', 'EVENT_SERVICE_HOST EVENT_SERVICE_PORT EVENT_SERVICE_PORT_HTTPS'],
    [
      'variables of Kubernetes for other Services',
      'REDIS_SERVICE_HOST REDIS_SERVICE_PORT REDIS_PORT REDIS_PORT_6379_TCP ADMIN_PORTS_SERVICE_PORT',
    ],
  ])('%s are ignored', (_what, names) => {
    const env = Object.fromEntries(names.split(' ').map((name) => [name, 'CANARY']));
    expect({ problems: problems({ ...live, ...env }), warnings: checkSettings({ ...live, ...env }).unknownNames }).toEqual({
      problems: {},
      warnings: [],
    });
  });

  test('a misspelt setting without a value is ignored', () => {
    expect({
      problems: problems({ AUTH_ROUTER_SECRET: '', EVENT_SERVICE_X: ' ' }),
      warnings: checkSettings({ SATE_FILE: '' }).unknownNames,
    }).toEqual({
      problems: {},
      warnings: [],
    });
  });
});
