/* Refuses subscriptions with a condition at their field. They are checked before validation, in which graphql-js throws. */

import { Kind, type DocumentNode, type FragmentDefinitionNode, type SelectionNode, type SelectionSetNode } from 'graphql';
import { RefusedDocumentError } from '../../messages/request-errors.js';

/** Whether a text may contain such a subscription. This is cheaper than parsing. */
export const mayBeConditionalSubscription = (text: string): boolean => text.includes('subscription') && text.includes('@');

/**
 * Refuses a document with @skip or @include at the field of a subscription, or at a fragment around it, as the specification does (5.2.4.1).
 * graphql-js counts these fields without the values of variables, and throws if a condition needs one. It also throws where it subscribes if no
 * field is left. @throws RefusedDocumentError
 */
export function refuseConditionalSubscriptions({ definitions }: DocumentNode): void {
  const fragments = new Map(
    definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [])),
  );
  for (const node of definitions)
    if (node.kind === Kind.OPERATION_DEFINITION && node.operation === 'subscription') refuseConditions(node.selectionSet, fragments);
}

function refuseConditions(root: SelectionSetNode, fragments: ReadonlyMap<string, FragmentDefinitionNode>): void {
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
