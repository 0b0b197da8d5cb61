/* The settings of the server, by the types of the rows that state them (config/settings.ts). */

import type { Config } from '../config/config.js';

export type ServerSettings = Config['server'];
export type ExplorerName = ServerSettings['explorer'];

/** The credentials that callers authenticate with. */
export type AuthenticationSettings = Omit<Config['auth'], 'disabled'>;
/** The issuer whose JSON Web Tokens are accepted. */
export type TokenSettings = NonNullable<AuthenticationSettings['jwt']>;
/** The claims by which a token names an attendee. */
export type AttendeeClaims = TokenSettings['attendee'];
