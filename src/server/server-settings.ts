import type { Secret } from '../primitives/secret.js';
import type { IdentityKind } from '../records/attendee-identity.js';
import type { Caller } from '../records/caller.js';

/** Settings of the HTTP server. The folder `config` reads them from the environment. */
export interface ServerSettings {
  readonly host: string;
  readonly port: number;
  readonly admin: { readonly host: string; readonly port: number };
  readonly introspection: boolean;
  readonly explorer: ExplorerName;
  readonly cors: {
    readonly origins: readonly string[];
    /** Allows every origin of this machine, such as http://localhost:5173, and the server's own, beside `origins`. */
    readonly local: boolean;
  };
  /** Host names that are accepted in addition to localhost and IP addresses; null if every host name is accepted. */
  readonly allowedHosts: readonly string[] | null;
  readonly maxConnections: number;
  readonly maxTokens: number;
  readonly maxBodyBytes: number;
  /** Limit of objects, lists and scalars in JSON of callers. */
  readonly maxBodyValues: number;
  /** Limit of a query's response and of each event of a subscription. */
  readonly maxResponseBytes: number;
  readonly requestTimeoutMs: number;
  /** Calls to the service per second and caller; null for no limit. */
  readonly rateLimit: number | null;
  /** How long new connections are accepted after the end has begun. */
  readonly shutdownDelayMs: number;
  readonly shutdownGraceMs: number;
}

export type ExplorerName = 'graphiql' | 'sandbox' | 'off';

/** The credentials that callers authenticate with. */
export interface AuthenticationSettings {
  /** False: callers need no credential and have `dataScopes`. */
  readonly required: boolean;
  readonly apiKeys: readonly (Pick<Caller, 'name' | 'scopes' | 'activities'> & { readonly sha256: Secret })[];
  /** null if JSON Web Tokens are not accepted. */
  readonly jwt: TokenSettings | null;
  /** If not empty, every request must have one of them. */
  readonly routerSecrets: readonly Secret[];
}

/** The issuer whose JSON Web Tokens are accepted. */
export interface TokenSettings {
  /** Address of the issuer's public keys (JWKS). */
  readonly jwksUrl: string;
  readonly issuer: string;
  readonly audience: string;
  readonly attendee: AttendeeClaims;
  /** The claim with the activities that a token opens; null if every token opens all. */
  readonly activitiesClaim: string | null;
}

/** The claims by which a token names an attendee. */
export interface AttendeeClaims {
  /** In the order in which they are tried. Empty: tokens name no attendee. */
  readonly claims: readonly { readonly kind: IdentityKind; readonly claim: string }[];
  /** Whether a mobile number or an e-mail address counts although the token does not state that it was verified. */
  readonly trustUnverified: boolean;
}
