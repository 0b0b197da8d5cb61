/* What the explorer's pages have in common: what each shows, what each is, and parts of their HTML and policy. */

import type { ExampleOperation } from './example-operations.js';

export interface ExplorerContent {
  /** Example operations, each in a tab of its own. The first tab is active. */
  readonly examples: readonly ExampleOperation[];
  /** Whether the graph requires a credential. The page then has an input for it. */
  readonly authenticated: boolean;
}

/** The title of the page. */
export const title = 'Event Graph';

/** An explorer page and its content security policy. */
export interface ExplorerPage {
  readonly html: string;
  readonly policy: string;
  /** The script that the page loads from {@link scriptPath}, followed by its hash. Omitted: it has none. */
  readonly script?: string;
  readonly scriptHash?: string;
}

/** Returns a value as JSON that an inline script may contain. */
export const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

export const scriptPath = '/graphiql.js';

/** Without an icon, the script of Apollo Sandbox adds one from Apollo's CDN. */
export const ownIcon = '<link rel="icon" href="data:,">';

/** Directives of every page's policy: nothing from other origins, and the page must not be framed. */
export const commonPolicy =
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; default-src 'none'; img-src 'self' data:; font-src 'self' data:; style-src 'unsafe-inline'";
