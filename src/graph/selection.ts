import { getDirectiveValues, GraphQLIncludeDirective, GraphQLSkipDirective, type GraphQLResolveInfo, type SelectionSetNode } from 'graphql';

/** Whether the field being resolved selects one of these fields, in whatever fragment it stands. */
export function selectsAny(info: GraphQLResolveInfo, names: ReadonlySet<string>): boolean {
  return info.fieldNodes.some(({ selectionSet }) => selectionSet !== undefined && anyIn(selectionSet, names, info));
}

function anyIn({ selections }: SelectionSetNode, names: ReadonlySet<string>, info: GraphQLResolveInfo): boolean {
  return selections.some((node) => {
    if (node.directives?.length && !isIncluded(node, info)) return false;
    if (node.kind === 'Field') return names.has(node.name.value);
    if (node.kind === 'InlineFragment') return anyIn(node.selectionSet, names, info);
    const fragment = info.fragments[node.name.value];
    return fragment !== undefined && anyIn(fragment.selectionSet, names, info);
  });
}

function isIncluded(node: Parameters<typeof getDirectiveValues>[1], { variableValues }: GraphQLResolveInfo): boolean {
  if (getDirectiveValues(GraphQLSkipDirective, node, variableValues)?.if === true) return false;
  return getDirectiveValues(GraphQLIncludeDirective, node, variableValues)?.if !== false;
}
