/* The content of the explorer's pages: the example operations, and whether callers authenticate. */

export interface ExampleOperation {
  readonly query: string;
  readonly variables?: string;
  /** The heading of its group in the list of examples. Omitted: it is listed without a heading. */
  readonly group?: string;
}

export interface ExplorerContent {
  /** Example operations, each in a tab of its own. The first tab is active. */
  readonly examples: readonly ExampleOperation[];
  /** Whether the graph requires a credential. The page then has an input for it. */
  readonly authenticated: boolean;
}

/** An explorer page and its content security policy. */
export interface ExplorerPage {
  readonly html: string;
  readonly policy: string;
}

/** Directives of every page's policy: nothing from other origins, and the page must not be framed. */
export const commonPolicy =
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; default-src 'none'; img-src 'self' data:; font-src 'self' data:; style-src 'unsafe-inline'";
