import type { Caller, Scope } from '../model/caller.js';
import type { Secret } from '../model/secret.js';

/** What the server is told; contract.md says what each setting means. */
export interface ServerSettings {
  readonly host: string;
  readonly port: number;
  readonly admin: { readonly host: string; readonly port: number };
  readonly introspection: boolean;
  readonly explorer: Explorer;
  readonly cors: {
    readonly origins: readonly string[];
    /** Whether the server's own origin is one of them. */
    readonly own: boolean;
  };
  /** Names that may be asked for beside localhost and IP addresses. null: any. */
  readonly allowedHosts: readonly string[] | null;
  readonly maxConnections: number;
  readonly maxTokens: number;
  readonly maxBodyBytes: number;
  /** Of a query's response, or a subscription's event. */
  readonly maxResponseBytes: number;
  readonly requestTimeoutMs: number;
  /** Calls to the service per second and caller. null: as many as they like. */
  readonly rateLimit: number | null;
  readonly shutdownGraceMs: number;
}

export type Explorer = 'graphiql' | 'sandbox' | 'off';

/** How callers are told apart. */
export interface AuthenticationSettings {
  /** Anyone may ask, with every scope. */
  readonly open: boolean;
  readonly apiKeys: readonly { readonly name: Caller['name']; readonly sha256: Secret; readonly scopes: ReadonlySet<Scope> }[];
  /** null: no tokens. */
  readonly jwt: TokenSettings | null;
  /** When there are any, every request must bear one. */
  readonly routerSecrets: readonly Secret[];
}

/** Whose tokens are believed. */
export interface TokenSettings {
  /** Where the issuer publishes its keys. */
  readonly jwksUrl: string;
  readonly issuer: string;
  readonly audience: string;
}
