/* What an operation selects: whether a field, its fields with the nodes of each, and their arguments. */

import {
  getArgumentValues,
  getNamedType,
  GraphQLError,
  isAbstractType,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLDirective,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  type InlineFragmentNode,
  type SelectionNode,
  type SelectionSetNode,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
} from 'graphql';
import { BadInputError } from '../../records/errors.js';

/**
 * Whether the selection of the field being resolved contains one of these fields, directly or in a fragment.
 * @param type the type whose fields they are. Omitted: the one that the field returns, which is then no interface or union
 */
export function selectsAny(
  info: GraphQLResolveInfo,
  names: ReadonlySet<string>,
  type = getNamedType(info.returnType) as GraphQLObjectType,
): boolean {
  return [...selectedFields(info.fieldNodes, type, info).keys()].some((name) => names.has(name));
}

/** Whether the fields of a fragment are selected on objects of a type. */
function applies({ typeCondition }: InlineFragmentNode | FragmentDefinitionNode, type: GraphQLObjectType, schema: GraphQLSchema): boolean {
  const condition = typeCondition?.name.value;
  if (condition === undefined || condition === type.name) return true;
  const named = schema.getType(condition);
  return isAbstractType(named) && schema.isSubType(named, type);
}

/**
 * Returns a function that computes something of the selection below the field being resolved, once for all executions of a
 * plan. It remembers the result by the list of nodes, unless directives read variables for it: in executors that compile a query, such as
 * graphql-jit, one list of nodes is for all variables.
 */
export function memoizedBySelection<T extends object | boolean>(compute: (info: GraphQLResolveInfo) => T): (info: GraphQLResolveInfo) => T {
  const known = new WeakMap<readonly FieldNode[], T>();
  return (info) => {
    const nodes = info.fieldNodes;
    let result = known.get(nodes);
    if (result !== undefined) return result;
    let readsVariables = false;
    const variableValues = { get: () => ((readsVariables = true), info.variableValues) };
    result = compute(Object.create(info, { variableValues }) as GraphQLResolveInfo);
    if (!readsVariables) known.set(nodes, result);
    return result;
  };
}

/** The inputs for reading a selection. */
interface SelectionContext {
  readonly schema: GraphQLSchema;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly variableValues: { readonly [variable: string]: unknown };
}

/**
 * Returns the fields that selection sets select on a type, directly or in fragments, with the nodes of each.
 * @param keyOf returns the same key for the nodes of one field
 */
export function collectFields(
  context: SelectionContext,
  type: GraphQLObjectType,
  selectionSets: readonly SelectionSetNode[],
  keyOf: (node: FieldNode) => string,
): ReadonlyMap<string, readonly FieldNode[]> {
  const { schema, fragments } = context;
  const fields = new Map<string, FieldNode[]>();
  const spread = new Set<string>();
  const collect = ({ selections }: SelectionSetNode) => {
    for (const node of selections) {
      if (node.directives?.length && !isIncluded(node, context.variableValues)) continue;
      if (node.kind === 'Field') {
        const key = keyOf(node);
        const same = fields.get(key);
        if (same) same.push(node);
        else fields.set(key, [node]);
        continue;
      }
      if (node.kind === 'FragmentSpread' && spread.has(node.name.value)) continue;
      if (node.kind === 'FragmentSpread') spread.add(node.name.value);
      const fragment = node.kind === 'FragmentSpread' ? fragments[node.name.value] : node;
      if (fragment && applies(fragment, type, schema)) collect(fragment.selectionSet);
    }
  };
  for (const selectionSet of selectionSets) collect(selectionSet);
  return fields;
}

/** Returns the fields that nodes select on a type, by name. */
export function selectedFields(
  nodes: readonly FieldNode[],
  type: GraphQLObjectType,
  info: GraphQLResolveInfo,
): ReadonlyMap<string, readonly FieldNode[]> {
  return collectFields(info, type, selectionSetsOf(nodes), ({ name }) => name.value);
}

export function selectionSetsOf(nodes: readonly FieldNode[]): readonly SelectionSetNode[] {
  return nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
}

/** Whether @skip and @include leave a selection in an operation. @throws BadInputError for a condition that is missing or null */
function isIncluded(selection: SelectionNode, variables: { readonly [variable: string]: unknown }): boolean {
  const condition = (directive: GraphQLDirective) => {
    const node = selection.directives?.find(({ name }) => name.value === directive.name);
    return node && argumentValues(directive, node, variables)['if'];
  };
  return condition(GraphQLSkipDirective) !== true && condition(GraphQLIncludeDirective) !== false;
}

/**
 * Returns the arguments of a field or a directive: `{ first: 5 }` for `attendees(first: $n)` with the variables `{ n: 5 }`.
 * @throws BadInputError, because the errors of graphql-js quote values
 */
export function argumentValues(...[definition, node, variables]: Parameters<typeof getArgumentValues>): Record<string, unknown> {
  try {
    return getArgumentValues(definition, node, variables);
  } catch (error) {
    const argument = node.arguments?.find(({ value }) => error instanceof GraphQLError && error.nodes?.[0] === value);
    if (argument) throw new BadInputError(argument.name.value, 'a value of the type that the schema states');
    throw error;
  }
}
