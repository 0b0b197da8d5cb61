/** What the explorer opens with. */
export interface ExplorerContent {
  /** Operations to start from, each in a tab of its own; the first is in front. */
  readonly examples: readonly { readonly query: string; readonly variables?: string }[];
  /** Whether the graph wants a credential: there is then a place for it on the page. */
  readonly authenticated: boolean;
}

/** A page of the explorer, and the content security policy that it needs. */
export interface Page {
  readonly html: string;
  readonly policy: string;
}

/** What the policies of all pages contain: no other origin, no frame around the page. */
export const commonPolicy =
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; default-src 'none'; img-src 'self' data:; font-src 'self' data:; style-src 'unsafe-inline'";
