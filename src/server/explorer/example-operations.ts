/* The content of the explorer's pages: the example operations, and whether callers authenticate. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface ExampleOperation {
  readonly query: string;
  readonly variables?: string;
}

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

const shipped = fileURLToPath(new URL('../../../schema/operations/', import.meta.url));

/**
 * Returns the operations of the explorer's tabs: the first query, then an example for each feature.
 * @param operationsFile with `operations.json`, the examples in a folder `operations` beside it follow
 */
export function exampleOperations(operationsFile: string | null = null): readonly ExampleOperation[] {
  const bound = operationsFile?.endsWith('.json') ? examplesIn(operationsFile.slice(0, -'.json'.length)) : [];
  return [{ query: firstQuery }, ...examplesIn(shipped), ...bound];
}

function examplesIn(folder: string): readonly ExampleOperation[] {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.graphql')) : [];
  const examples = names.toSorted().map((name) => {
    const variables = join(folder, name.replace(/graphql$/, 'variables.json'));
    return {
      query: readFileSync(join(folder, name), 'utf8'),
      ...(existsSync(variables) && { variables: readFileSync(variables, 'utf8') }),
    };
  });
  return examples.toSorted((one, other) => rank(one.query) - rank(other.query));
}

/** Orders the tabs: queries, mutations, subscriptions. Entry points of federation and stitching are last, because few people call them. */
function rank(query: string): number {
  if (/\b_(entities|service)\b|^query Stitching/m.test(query)) return 3;
  return /^mutation\b/m.test(query) ? 1 : /^subscription\b/m.test(query) ? 2 : 0;
}

/** The query of the explorer's first tab: it runs without changes and shows the main fields of an activity. */
const firstQuery = `# Event Graph: one typed graph over an event-management service.
# Press the play button (or Ctrl-Enter), then explore the schema in the docs pane on the left.
query Welcome {
  activity {
    id
    attendees(first: 3) {
      totalCount
      nodes {
        id
        name
        company
        review { state }
        registeredAt
      }
      pageInfo { hasNextPage endCursor }
    }
    schedule {
      days {
        date
        items { title startsAt endsAt place }
      }
    }
    tickets { name unitPrice remainingStock soldOut }
  }
}
`;
