import { ConfigError, readConfig } from '../../src/config/config.js';

/** The settings that a live service needs. */
export const live = {
  EVENT_SERVICE_URL: 'https://service.example',
  EVENT_SERVICE_PUBLIC_KEY: 'public',
  EVENT_SERVICE_PRIVATE_KEY: 'private',
  EVENT_SERVICE_ACTIVITY_IDS: '1001',
  AUTH_API_KEYS: `gate:${'ab'.repeat(32)}:content:read`,
};

/** What was expected of each bad setting, by its name. */
export function problems(env: Record<string, string>): Record<string, string> {
  try {
    readConfig(env);
    return {};
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    expect(error.message).not.toContain('CANARY');
    return Object.fromEntries(error.problems.map(({ setting, expected }) => [setting, expected]));
  }
}
