import { ConfigError } from '../src/config.js';
import { serviceSettings } from '../src/options.js';

const given = { url: 'https://events.example/base', publicKey: 'p', privateKey: 'CANARY', activityIds: [1001] };

function refusal(options: object): unknown {
  try {
    serviceSettings(options as typeof given);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as ConfigError).message).not.toContain('CANARY');
    return (error as ConfigError).problems.map(({ setting, expected }) => `${setting}: ${expected}`);
  }
  return null;
}

test('what is not said is as the settings have it, member by member', () => {
  const settings = serviceSettings({ ...given, service: { timeoutMs: 5, signature: { algorithm: 'hmac-md5' } } });
  expect(settings).toMatchObject({ timeoutMs: 5, retries: 2, maxPageSize: 100, signature: { algorithm: 'hmac-md5', version: 1, template: expect.stringContaining('{PrivateKey}') } });
});

test('every bad option is named by its own name, with what was expected', () => {
  expect(refusal({})).toEqual([expect.stringMatching(/^url: expected an http or https address/), 'publicKey: missing', 'privateKey: missing']);
  expect(refusal({ ...given, url: 'nonsense' })).toEqual([expect.stringMatching(/^url: /)]);
  expect(refusal({ ...given, activityIds: [] })).toEqual(['activityIds: missing']);
  expect(refusal({ ...given, activityIds: [0] })).toEqual([expect.stringMatching(/^activityIds: /)]);
  expect(refusal({ ...given, typePrefix: 'a b' })).toEqual([expect.stringMatching(/^typePrefix: /)]);
  expect(refusal({ ...given, service: { maxPageSize: 0, timeoutMs: 'x', signature: { algorithm: 'sha' } } })).toEqual([
    expect.stringMatching(/^service.signature.algorithm: expected one of md5/),
    expect.stringMatching(/^service.timeoutMs: expected a whole number from 1/),
    expect.stringMatching(/^service.maxPageSize: expected a whole number from 1/),
  ]);
});

test('the environment has no say', () => {
  process.env['EVENT_SERVICE_TIMEOUT_MS'] = 'nonsense';
  try {
    expect(serviceSettings(given).timeoutMs).toBe(10_000);
  } finally {
    delete process.env['EVENT_SERVICE_TIMEOUT_MS'];
  }
});
