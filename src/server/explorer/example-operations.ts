/* The example operations of the explorer's tabs. */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface ExampleOperation {
  readonly query: string;
  readonly variables?: string;
}

const shipped = fileURLToPath(new URL('../../../schema/operations/', import.meta.url));

/**
 * Returns the operations of the explorer's tabs: the first query, then an example for each feature.
 * @param operationsFile with `operations.json`, the examples in a folder `operations` beside it follow
 * @param names the names of types in the graph, by those in the examples, except in those of the operations file
 */
export function exampleOperations(operationsFile: string | null, names: ReadonlyMap<string, string>): readonly ExampleOperation[] {
  const own = examplesIn(shipped).map((example) => ({ ...example, query: withTypeNames(example.query, names) }));
  const bound = operationsFile?.endsWith('.json') ? examplesIn(operationsFile.slice(0, -'.json'.length)) : [];
  return [{ query: firstQuery }, ...own, ...bound];
}

/** Returns a document with other names of types: in fragments, variables, and the references of a gateway. */
const withTypeNames = (query: string, names: ReadonlyMap<string, string>): string =>
  query.replaceAll(/(?<=\bon |: \[?|__typename: ")[A-Z]\w*/g, (name) => names.get(name) ?? name);

function examplesIn(folder: string): readonly ExampleOperation[] {
  const names = ifReadable(() => readdirSync(folder))?.filter((name) => /^[^.].*\.graphql$/s.test(name)) ?? [];
  const examples = names.toSorted().flatMap((name) => {
    const query = fileIn(folder, name);
    const variables = fileIn(folder, name.replace(/graphql$/, 'variables.json'));
    return query === undefined ? [] : [{ query, ...(variables !== undefined && { variables }) }];
  });
  return examples.toSorted((one, other) => rank(one.query) - rank(other.query));
}

/** The text of a file, or of one that a link leads to. Reading a pipe would never end. */
const fileIn = (folder: string, name: string) =>
  ifReadable(() => (statSync(join(folder, name)).isFile() ? readFileSync(join(folder, name), 'utf8') : undefined));

/** The explorer is a help: that an example is missing or cannot be read does not stop the program. */
function ifReadable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
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
