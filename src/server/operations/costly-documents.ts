/* Refuses documents that satisfy MAX_TOKENS, but whose validation or plan would block the event loop for seconds, or throw. */

import {
  GraphQLError,
  Kind,
  visit,
  type ASTNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/** graphql-js counts the lines before each of up to ten errors, so its time grows with the lines. Most tokens share a line. */
const linesPerToken = 5;
/** The plan has an alias once for each selection with it, and the response in the path of each error below it. */
const maxNameLength = 256;
/** graphql-js compares each field of a selection with every other field of the same name, so its time grows with the square. */
const maxFieldsOfOneName = 100;
/** Fragments that spread each other multiply selections. Without them, a document has fewer than tokens. */
const maxSelections = 100_000;

/**
 * Refuses a document with many more lines than tokens, with long names, with too many fields of one name in one selection, with fragments
 * that multiply, or with a condition at the field of a subscription.
 * @throws GraphQLError that quotes nothing of the document
 */
export function refuseCostlyDocument(document: DocumentNode, text: string, maxTokens: number): void {
  const maxLines = maxTokens * linesPerToken;
  if (text.split(/\r\n|[\n\r]/, maxLines + 1).length > maxLines)
    throw refusal(`The document has more than ${maxLines} lines. Remove blank lines and comments.`, 'GRAPHQL_PARSE_FAILED');
  const fragments = new Map(
    document.definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
  );
  visit(document, {
    Name({ value }) {
      if (value.length > maxNameLength) throw refusal(longName, 'GRAPHQL_VALIDATION_FAILED');
    },
    OperationDefinition({ operation, selectionSet }) {
      // As in the specification (5.2.4.1). graphql-js evaluates a condition here without the values of variables, and throws if it needs
      // one. A subscription without a field has no events.
      const conditional = operation === 'subscription' && selectionsOf(selectionSet, fragments).find(isConditional);
      if (conditional) throw refusal(conditionOfSubscription, 'GRAPHQL_VALIDATION_FAILED', conditional);
      if (countSelections(selectionSet, fragments) > maxSelections) throw tooManySelections();
    },
    SelectionSet(selectionSet, _key, parent) {
      // That of an inline fragment is part of the one around it.
      if ((parent as ASTNode).kind === Kind.INLINE_FRAGMENT) return;
      const counts = new Map<string, number>();
      for (const selection of selectionsOf(selectionSet, fragments)) {
        if (selection.kind !== Kind.FIELD) continue;
        const name = (selection.alias ?? selection.name).value;
        const count = (counts.get(name) ?? 0) + 1;
        if (count > maxFieldsOfOneName) throw refusal(tooManyFields, 'GRAPHQL_VALIDATION_FAILED');
        counts.set(name, count);
      }
    },
  });
}

/** Counts the selections below a set, those of a fragment each time that it is spread. @param counts the counts of fragments so far */
function countSelections(
  { selections }: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  counts = new Map<FragmentDefinitionNode, number>(),
): number {
  let count = selections.length;
  for (const selection of selections) {
    if (selection.kind !== Kind.FRAGMENT_SPREAD) {
      if (selection.selectionSet) count += countSelections(selection.selectionSet, fragments, counts);
      continue;
    }
    const fragment = fragments.get(selection.name.value);
    if (!fragment) continue;
    if (!counts.has(fragment)) {
      // While a fragment is counted, it counts as empty: the validation refuses one that spreads itself.
      counts.set(fragment, 0);
      counts.set(fragment, countSelections(fragment.selectionSet, fragments, counts));
    }
    count += counts.get(fragment)!;
  }
  return count;
}

/** The selections of a set, and those of the fragments in it. */
function selectionsOf(set: SelectionSetNode, fragments: ReadonlyMap<string, FragmentDefinitionNode>): readonly SelectionNode[] {
  const found: SelectionNode[] = [];
  const spread = new Set<FragmentDefinitionNode>();
  const unvisited = [set];
  for (let next = unvisited.pop(); next !== undefined; next = unvisited.pop()) {
    for (const selection of next.selections) {
      found.push(selection);
      if (selection.kind === Kind.INLINE_FRAGMENT) unvisited.push(selection.selectionSet);
      const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : undefined;
      if (!fragment || spread.has(fragment)) continue;
      spread.add(fragment);
      unvisited.push(fragment.selectionSet);
    }
  }
  return found;
}

const isConditional = ({ directives = [] }: SelectionNode): boolean =>
  directives.some(({ name }) => name.value === 'skip' || name.value === 'include');

const conditionOfSubscription = 'The field of a subscription must not have @skip or @include. Subscribe only if the field is wanted.';
const longName = `A name or an alias has more than ${maxNameLength} characters. Use a shorter one.`;
const tooManyFields = `A selection contains the same field more than ${maxFieldsOfOneName} times. Select it once.`;

const tooManySelections = () =>
  new GraphQLError(`The fragments of the operation multiply to more than ${maxSelections} selections. Spread them fewer times.`, {
    extensions: { code: 'GRAPHQL_VALIDATION_FAILED', validationErrorCode: 'MAX_RECURSIVE_SELECTIONS_EXCEEDED' },
  });

const refusal = (message: string, code: 'GRAPHQL_PARSE_FAILED' | 'GRAPHQL_VALIDATION_FAILED', node?: SelectionNode): GraphQLError =>
  new GraphQLError(message, { nodes: node ?? null, extensions: { code } });
