import { getDirectiveValues, GraphQLIncludeDirective, GraphQLSkipDirective, type SelectionNode } from 'graphql';

/** Whether @skip and @include leave a selection in an operation. @throws GraphQLError for a condition that is missing or null */
export function isIncluded(selection: SelectionNode, variables: { readonly [variable: string]: unknown }): boolean {
  if (getDirectiveValues(GraphQLSkipDirective, selection, variables)?.if === true) return false;
  return getDirectiveValues(GraphQLIncludeDirective, selection, variables)?.if !== false;
}
