/*
 * Refuses documents that satisfy MAX_TOKENS, but whose validation by graphql-js would block the event loop for seconds, or throw. They are
 * checked before that.
 */

import {
  GraphQLError,
  Kind,
  parse,
  type DocumentNode,
  type FragmentDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/** graphql-js counts the lines before each of up to ten errors, so its time grows with the lines. Most tokens share a line. */
const linesPerToken = 5;
/** graphql-js compares each field of a selection with every other field of the same name, so its time grows with the square. */
const maxFieldsOfOneName = 100;

/**
 * Refuses a document with many more lines than tokens, with too many fields of one name in one selection, or with a condition at the field of a
 * subscription. A document with a syntax error passes: the parser reports it later.
 * @throws GraphQLError that quotes nothing of the document
 */
export function refuseCostlyDocument(text: string, maxTokens: number): void {
  const maxLines = maxTokens * linesPerToken;
  if (text.split(/\r\n|[\n\r]/, maxLines + 1).length > maxLines)
    throw refusal(`The document has more than ${maxLines} lines. Remove blank lines and comments.`, 'GRAPHQL_PARSE_FAILED');
  let definitions: DocumentNode['definitions'];
  try {
    ({ definitions } = parse(text, { maxLexicalTokens: maxTokens }));
  } catch {
    return;
  }
  const fragments = new Map(definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])));
  // Each set is visited once, however often a fragment with it is spread.
  const visited = new Set<SelectionSetNode>();
  for (const node of definitions) {
    if (!('selectionSet' in node)) continue;
    const isSubscription = node.kind === Kind.OPERATION_DEFINITION && node.operation === 'subscription';
    const unvisited = setsOfFields(node.selectionSet, fragments, isSubscription);
    for (let set = unvisited.pop(); set; set = unvisited.pop()) {
      if (visited.has(set)) continue;
      visited.add(set);
      unvisited.push(...setsOfFields(set, fragments, false));
    }
  }
}

/**
 * Returns the selections of a set's fields. Fragments and inline fragments count as part of the set.
 * @param isSubscription whether the fields are those of a subscription
 * @throws GraphQLError
 */
function setsOfFields(
  { selections }: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  isSubscription: boolean,
): SelectionSetNode[] {
  const setsBelow: SelectionSetNode[] = [];
  const counts = new Map<string, number>();
  const spread = new Set<string>();
  const unvisited = [...selections];
  for (let selection = unvisited.pop(); selection; selection = unvisited.pop()) {
    // As in the specification (5.2.4.1). graphql-js evaluates a condition here without the values of variables, and throws if it needs one.
    // A subscription without a field has no events.
    if (isSubscription && isConditional(selection))
      throw refusal(
        'The field of a subscription must not have @skip or @include. Subscribe only if the field is wanted.',
        'GRAPHQL_VALIDATION_FAILED',
        selection,
      );
    if (selection.kind === Kind.INLINE_FRAGMENT) unvisited.push(...selection.selectionSet.selections);
    else if (selection.kind === Kind.FRAGMENT_SPREAD) {
      const { value: name } = selection.name;
      if (!spread.has(name)) unvisited.push(...(fragments.get(name)?.selectionSet.selections ?? []));
      spread.add(name);
    } else {
      const name = (selection.alias ?? selection.name).value;
      const count = (counts.get(name) ?? 0) + 1;
      if (count > maxFieldsOfOneName)
        throw refusal(
          `A selection contains the same field more than ${maxFieldsOfOneName} times. Select it once.`,
          'GRAPHQL_VALIDATION_FAILED',
        );
      counts.set(name, count);
      if (selection.selectionSet) setsBelow.push(selection.selectionSet);
    }
  }
  return setsBelow;
}

const isConditional = ({ directives = [] }: SelectionNode): boolean =>
  directives.some(({ name }) => name.value === 'skip' || name.value === 'include');

const refusal = (message: string, code: 'GRAPHQL_PARSE_FAILED' | 'GRAPHQL_VALIDATION_FAILED', node?: SelectionNode): GraphQLError =>
  new GraphQLError(message, { nodes: node ?? null, extensions: { code } });
