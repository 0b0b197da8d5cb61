/* Settings of a live service, and what is reported of changed ones. */

import { readConfig } from '../../src/config/config.js';
import { ConfigError } from '../../src/config/environment.js';

/** The hash of the API key in `live`. */
export const keyHash = 'ab'.repeat(32);

/** The settings that a live service needs, except a way to authenticate callers. */
export const liveWithoutKey = {
  EVENT_SERVICE_URL: 'https://service.example',
  EVENT_SERVICE_PUBLIC_KEY: 'public',
  EVENT_SERVICE_PRIVATE_KEY: 'private-canary',
  EVENT_SERVICE_ACTIVITY_IDS: '1001, 1002',
};
const key = { AUTH_API_KEYS: `gate:${keyHash}:content:read attendees:read` };
export const live = { ...liveWithoutKey, ...key };

export const token = {
  AUTH_JWKS_URL: 'https://issuer.example/keys',
  AUTH_JWT_ISSUER: 'https://issuer.example',
  AUTH_JWT_AUDIENCE: 'event-graph',
};
/** The ways to authenticate callers. */
export const authentications = { key, token, router: { AUTH_ROUTER_SECRETS: 'x'.repeat(32) } };

const bases: Readonly<Record<string, object>> = { live, liveWithoutKey, token };
/** The settings of a text such as "live; PORT=0": those above by their name, and others. */
export const envOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split('; ').flatMap((part) => Object.entries(bases[part] ?? { [part.split('=')[0]!]: part.replace(/^\w+=/, '') })),
  );
/** The text of settings. */
export const textOf = (settings: object): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');

/** What was expected of each bad setting, by its name. */
export const problems = (env: Record<string, string>): Record<string, string> =>
  Object.fromEntries(problemsOf(env).map(({ setting, expected }) => [setting, expected]));

/** The names of the bad settings in alphabetical order, each as often as it has a problem. */
export const badSettings = (env: Record<string, string>): string[] =>
  problemsOf(env)
    .map(({ setting }) => setting)
    .toSorted();

export function problemsOf(env: Record<string, string>): ConfigError['problems'] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    expect(error.message).not.toContain('CANARY');
    return error.problems;
  }
}
