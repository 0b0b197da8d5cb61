import { ConfigError, readConfig } from '../../src/config/config.js';

/** The hash of the API key in `live`. */
export const keyHash = 'ab'.repeat(32);

/** The settings that a live service needs. */
export const live = {
  EVENT_SERVICE_URL: 'https://service.example',
  EVENT_SERVICE_PUBLIC_KEY: 'public',
  EVENT_SERVICE_PRIVATE_KEY: 'private-canary',
  EVENT_SERVICE_ACTIVITY_IDS: '1001, 1002',
  AUTH_API_KEYS: `gate:${keyHash}:content:read attendees:read`,
};

/** What was expected of each bad setting, by its name. */
export const problems = (env: Record<string, string>): Record<string, string> =>
  Object.fromEntries(problemsOf(env).map(({ setting, expected }) => [setting, expected]));

/** The names of the bad settings in alphabetical order, each as often as it has a problem. */
export const badSettings = (env: Record<string, string>): string[] =>
  problemsOf(env)
    .map(({ setting }) => setting)
    .toSorted();

function problemsOf(env: Record<string, string>): ConfigError['problems'] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    expect(error.message).not.toContain('CANARY');
    return error.problems;
  }
}
