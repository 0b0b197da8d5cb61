/*
 * Refuses documents that satisfy MAX_TOKENS, but whose validation by graphql-js would block the event loop for seconds, or throw. They are
 * checked before that.
 */

import { Kind, parse, type DocumentNode, type FragmentDefinitionNode, type SelectionNode, type SelectionSetNode } from 'graphql';
import { RefusedDocumentError } from '../messages/request-errors.js';

/** graphql-js counts the lines before each of up to ten errors, so its time grows with the lines. Most tokens share a line. */
const linesPerToken = 5;
/** graphql-js compares each field of a selection with every other field of the same name, so its time grows with the square. */
const maxFieldsOfOneName = 100;

/**
 * Refuses a document with many more lines than tokens, with too many fields of one name in one selection, or with a condition at the field of a
 * subscription. A document with a syntax error passes: the parser reports it later.
 * @throws RefusedDocumentError
 */
export function refuseCostlyDocument(text: string, maxTokens: number): void {
  const maxLines = maxTokens * linesPerToken;
  if (text.split(/\r\n|[\n\r]/, maxLines + 1).length > maxLines)
    throw new RefusedDocumentError(
      `The document has more than ${maxLines} lines. Remove blank lines and comments.`,
      'GRAPHQL_PARSE_FAILED',
    );
  // Cheaper than parsing, which most documents do not need here.
  const mayHaveCondition = text.includes('subscription') && text.includes('@');
  if (!mayHaveCondition && !repeatsName(text)) return;
  let document: DocumentNode;
  try {
    document = parse(text, { maxLexicalTokens: maxTokens });
  } catch {
    return;
  }
  refuseSelections(document);
}

/** Whether a name occurs often enough to exceed the limit in one selection. */
function repeatsName(text: string): boolean {
  // Each repeated field needs a name and a separator.
  if (text.length < 2 * maxFieldsOfOneName) return false;
  const counts = new Map<string, number>();
  for (const [name] of text.matchAll(/[_A-Za-z]\w*/g)) {
    const count = (counts.get(name) ?? 0) + 1;
    if (count > maxFieldsOfOneName) return true;
    counts.set(name, count);
  }
  return false;
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** @throws RefusedDocumentError */
function refuseSelections({ definitions }: DocumentNode): void {
  const fragments: Fragments = new Map(
    definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
  );
  // Each set is visited once, however often a fragment with it is spread.
  const visited = new Set<SelectionSetNode>();
  for (const node of definitions) {
    if (!('selectionSet' in node)) continue;
    const isSubscription = node.kind === Kind.OPERATION_DEFINITION && node.operation === 'subscription';
    const unvisited = [...setsOfFields(node.selectionSet, fragments, isSubscription)];
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
 * @throws RefusedDocumentError
 */
function setsOfFields(set: SelectionSetNode, fragments: Fragments, isSubscription: boolean): readonly SelectionSetNode[] {
  const setsBelow: SelectionSetNode[] = [];
  const counts = new Map<string, number>();
  const spread = new Set<string>();
  const sets = [set];
  for (let current = sets.pop(); current; current = sets.pop()) {
    for (const selection of current.selections) {
      // As in the specification (5.2.4.1). graphql-js evaluates a condition here without the values of variables, and throws if it needs one.
      // A subscription without a field has no events.
      if (isSubscription && isConditional(selection))
        throw refusal('The field of a subscription must not have @skip or @include. Subscribe only if the field is wanted.', selection);
      if (selection.kind === Kind.INLINE_FRAGMENT) sets.push(selection.selectionSet);
      else if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = fragments.get(selection.name.value);
        if (fragment && !spread.has(selection.name.value)) sets.push(fragment.selectionSet);
        spread.add(selection.name.value);
      } else {
        const name = (selection.alias ?? selection.name).value;
        const count = (counts.get(name) ?? 0) + 1;
        if (count > maxFieldsOfOneName)
          throw refusal(`A selection contains the same field more than ${maxFieldsOfOneName} times. Select it once.`);
        counts.set(name, count);
        if (selection.selectionSet) setsBelow.push(selection.selectionSet);
      }
    }
  }
  return setsBelow;
}

const isConditional = ({ directives = [] }: SelectionNode): boolean =>
  directives.some(({ name }) => name.value === 'skip' || name.value === 'include');

const refusal = (message: string, node?: SelectionNode): RefusedDocumentError =>
  new RefusedDocumentError(message, 'GRAPHQL_VALIDATION_FAILED', node);
