/*
 * Limits of documents that satisfy MAX_TOKENS, but whose validation by graphql-js would block the event loop for seconds, or throw. They are
 * checked before that.
 */

import { Kind, parse, type DocumentNode, type FragmentDefinitionNode, type SelectionNode, type SelectionSetNode } from 'graphql';
import { RefusedDocumentError } from '../messages/request-errors.js';

/**
 * Refuses a document before it is validated. One with a syntax error passes: the parser reports it later.
 * @throws RefusedDocumentError
 */
export function refuseCostlyDocument(text: string, maxTokens: number): void {
  refuseManyLines(text, maxTokens);
  if (!mayBeConditionalSubscription(text) && !repeatsName(text)) return;
  let document: DocumentNode;
  try {
    document = parse(text, { maxLexicalTokens: maxTokens });
  } catch {
    return;
  }
  refuseRepeatedFields(document);
  refuseConditionalSubscriptions(document);
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

const fragmentsOf = ({ definitions }: DocumentNode): Fragments =>
  new Map(definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])));

/** Whether a name occurs often enough to exceed the limit in one selection. This is cheaper than parsing. */
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

/** graphql-js counts the lines before each of up to ten errors, so its time grows with the lines. Most tokens share a line. */
const linesPerToken = 5;
/** graphql-js compares each field of a selection with every other field of the same name, so its time grows with the square. */
const maxFieldsOfOneName = 100;

/** Refuses a text with many more lines than tokens. @throws RefusedDocumentError */
function refuseManyLines(text: string, maxTokens: number): void {
  const maximum = maxTokens * linesPerToken;
  const lineEnd = /\r\n|[\n\r]/g;
  for (let lines = 1; lineEnd.test(text); lines += 1) {
    if (lines === maximum)
      throw new RefusedDocumentError(
        `The document has more than ${maximum} lines. Remove blank lines and comments.`,
        'GRAPHQL_PARSE_FAILED',
      );
  }
}

/** Refuses a document with too many fields of one name in one selection, fragments included. @throws RefusedDocumentError */
function refuseRepeatedFields(document: DocumentNode): void {
  const fragments = fragmentsOf(document);
  const unvisited: SelectionSetNode[] = document.definitions.flatMap((node) => ('selectionSet' in node ? [node.selectionSet] : []));
  // Each fragment is visited once, however often it is spread.
  const visited = new Set<SelectionSetNode>();
  for (let set = unvisited.pop(); set; set = unvisited.pop()) {
    if (visited.has(set)) continue;
    visited.add(set);
    unvisited.push(...nestedSets(set, fragments));
  }
}

/** Returns the selections of the set's fields. Fragments and inline fragments count as part of the set. @throws RefusedDocumentError */
function nestedSets(set: SelectionSetNode, fragments: Fragments): SelectionSetNode[] {
  const nested: SelectionSetNode[] = [];
  const counts = new Map<string, number>();
  const spread = new Set<string>();
  const sets = [set];
  for (let current = sets.pop(); current; current = sets.pop()) {
    for (const selection of current.selections) {
      if (selection.kind === Kind.INLINE_FRAGMENT) sets.push(selection.selectionSet);
      else if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = fragments.get(selection.name.value);
        if (fragment && !spread.has(selection.name.value)) sets.push(fragment.selectionSet);
        spread.add(selection.name.value);
      } else {
        const name = (selection.alias ?? selection.name).value;
        const count = (counts.get(name) ?? 0) + 1;
        if (count > maxFieldsOfOneName)
          throw new RefusedDocumentError(
            `A selection contains the same field more than ${maxFieldsOfOneName} times. Select it once.`,
            'GRAPHQL_VALIDATION_FAILED',
          );
        counts.set(name, count);
        if (selection.selectionSet) nested.push(selection.selectionSet);
      }
    }
  }
  return nested;
}

/** Whether a text may contain such a subscription. This is cheaper than parsing. */
const mayBeConditionalSubscription = (text: string): boolean => text.includes('subscription') && text.includes('@');

/**
 * Refuses a document with @skip or @include at the field of a subscription, or at a fragment around it, as the specification does (5.2.4.1).
 * graphql-js counts these fields without the values of variables, and throws if a condition needs one. It also throws where it subscribes if no
 * field is left. @throws RefusedDocumentError
 */
function refuseConditionalSubscriptions(document: DocumentNode): void {
  const fragments = fragmentsOf(document);
  for (const node of document.definitions)
    if (node.kind === Kind.OPERATION_DEFINITION && node.operation === 'subscription') refuseConditions(node.selectionSet, fragments);
}

function refuseConditions(root: SelectionSetNode, fragments: Fragments): void {
  const visited = new Set<SelectionSetNode>();
  const unvisited = [root];
  for (let set = unvisited.pop(); set; set = unvisited.pop()) {
    if (visited.has(set)) continue;
    visited.add(set);
    for (const selection of set.selections) {
      if (isConditional(selection)) throw refusal(selection);
      if (selection.kind === Kind.FIELD) continue;
      const below = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value)?.selectionSet : selection.selectionSet;
      if (below) unvisited.push(below);
    }
  }
}

const isConditional = ({ directives = [] }: SelectionNode): boolean =>
  directives.some(({ name }) => name.value === 'skip' || name.value === 'include');

const refusal = (selection: SelectionNode): RefusedDocumentError =>
  new RefusedDocumentError(
    'The field of a subscription must not have @skip or @include. Subscribe only if the field is wanted.',
    'GRAPHQL_VALIDATION_FAILED',
    selection,
  );
