/*
 * The plan of an operation: its selection, as the executor follows it. A selection is resolved when it is first needed, and
 * once for all objects, and for all executions with the plan. First the plan, then what is selected, how values are written, and what of the
 * schema decides that.
 */

import {
  getArgumentValues,
  getNullableType,
  GraphQLError,
  GraphQLID,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  GraphQLString,
  isAbstractType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  visit,
  type ASTNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLAbstractType,
  type GraphQLDirective,
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLNamedOutputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  type InlineFragmentNode,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { JsonWriter, WriteJson } from '../../primitives/json-writer.js';
import { isPromise, memoized } from '../../primitives/values.js';
import { BadInputError } from '../../records/errors.js';

/** The plan of an operation. */
export interface OperationPlan {
  readonly schema: GraphQLSchema;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly root: () => ObjectPlan;
  /** Whether other variables may select other fields. */
  readonly dependsOnVariables: boolean;
}

/** An operation of a valid document with what it is executed with: all its fields share it. */
export interface ExecutionRequest {
  readonly operation: OperationDefinitionNode;
  /** The plan of the operation, for these variables. */
  readonly plan: OperationPlan;
  /** The values of the variables that the operation declares, coerced to their types. */
  readonly variables: { [variable: string]: unknown };
  readonly context: unknown;
  /** The object that the root fields are resolved on: the event of a subscription. */
  readonly rootValue?: unknown;
}

/** How an object is completed. */
export interface ObjectPlan {
  /** In the order of the response. */
  readonly fields: readonly FieldPlan[];
}

type ReadArguments = (variables: ExecutionRequest['variables']) => Record<string, unknown>;

/** How one field of a selection is resolved and completed. */
export interface FieldPlan {
  /** The name of the field in the response: `wei` in `{ wei: attendee { name } }`. */
  readonly responseKey: string;
  /** The JSON before its value: `{"wei":` for the first field of an object, `,"wei":` for a later one. */
  readonly before: Buffer;
  readonly parentType: GraphQLObjectType;
  /** The field as the schema has it; null for `__typename`, which is in no type's fields. */
  readonly definition: GraphQLField<unknown, unknown> | null;
  readonly nodes: readonly FieldNode[];
  /** Returns the arguments, as the resolver receives them. @throws BadInputError, GraphQLError */
  readonly readArguments: ReadArguments;
  /** Returns the location of the field in the document, which is computed once: see `errorAt`. */
  readonly location: () => ErrorLocation;
  readonly value: ValuePlan;
  /** Whether a caller lacks the scope of the field: its resolver is called for these callers only. null: it is called for all */
  readonly lacksScope: LacksScope | null;
  /**
   * Reads the field from the object and writes it in one step, where no resolver is called. It returns false for a value that it cannot
   * write, such as a promise, and may throw. The value is then completed as `value` states. null for a field that is always completed so
   */
  readonly write: WriteJson | null;
}

/** How a value of a type is completed. For `[String!]!`, for example, it is a list that is non-null, of leaves that are non-null. */
export type ValuePlan = { readonly nonNull: boolean } & (
  | { readonly kind: 'leaf'; readonly write: WriteJson }
  | { readonly kind: 'list'; readonly item: ValuePlan }
  | { readonly kind: 'object'; readonly type: GraphQLObjectType; readonly object: () => ObjectPlan }
  /** `planOf` takes the name of the object's type. It returns undefined for a type that is not one of the possible types. */
  | { readonly kind: 'abstract'; readonly type: GraphQLAbstractType; readonly planOf: (typeName: string) => ObjectPlan | undefined }
);

/** Where nodes are in their document, as an error states it. */
type ErrorLocation = Pick<GraphQLError, 'nodes' | 'source' | 'positions' | 'locations'>;

/**
 * Returns the location of nodes as graphql-js finds it. It keeps no error: the stack trace of an error refers to the
 * execution that made it, and so to the response and the caller.
 */
export function locationOf(nodes: readonly ASTNode[]): ErrorLocation {
  const { source, positions, locations } = new GraphQLError('', { nodes });
  return { nodes, source, positions, locations };
}

/** Plans an operation. Directives other than @skip and @include have no effect, as in graphql-js. */
export function planOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: { readonly [variable: string]: unknown },
): OperationPlan {
  const planner = new SelectionPlanner(schema, document, variables);
  return {
    schema,
    fragments: planner.fragments,
    root: memoized(() => planner.objectOf(rootTypeOf(schema, operation), [operation.selectionSet])),
    dependsOnVariables: directivesReadVariables(document),
  };
}

/** @throws GraphQLError for an operation whose type the schema lacks, such as a mutation: no rule of validation refuses it */
function rootTypeOf(schema: GraphQLSchema, operation: OperationDefinitionNode): GraphQLObjectType {
  const type = schema.getRootType(operation.operation);
  if (type) return type;
  throw new GraphQLError(`Schema is not configured to execute ${operation.operation} operation.`, { nodes: operation });
}

/** Whether a directive of a document reads a variable. */
function directivesReadVariables(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    Directive: ({ arguments: args = [] }) => void (found ||= args.some(({ value }) => value.kind === Kind.VARIABLE)),
  });
  return found;
}

/** Plans the selections of one operation. */
class SelectionPlanner {
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;

  constructor(
    readonly schema: GraphQLSchema,
    document: DocumentNode,
    readonly variableValues: { readonly [variable: string]: unknown },
  ) {
    const fragments = document.definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
    this.fragments = Object.fromEntries(fragments.map((fragment) => [fragment.name.value, fragment]));
  }

  /** Merges the fields that selection sets select on a type, by response key: `{ attendee { id } attendee { name } }` has one field. */
  objectOf(type: GraphQLObjectType, selectionSets: readonly SelectionSetNode[]): ObjectPlan {
    const fields: FieldPlan[] = [];
    for (const [responseKey, nodes] of collectFields(this, type, selectionSets, ({ alias, name }) => (alias ?? name).value)) {
      const definition = this.#definitionOf(type, nodes[0]!.name.value);
      if (definition === undefined) continue;
      fields.push({
        responseKey,
        before: Buffer.from(`${fields.length === 0 ? '{' : ','}"${responseKey}":`),
        parentType: type,
        definition,
        nodes,
        readArguments: definition?.args.length ? (values) => argumentValues(definition, nodes[0]!, values) : readNone,
        location: memoized(() => locationOf(nodes)),
        value: definition ? this.#value(definition.type, nodes) : typeNameValue,
        lacksScope: definition && lacksScopeOf(definition),
        write: definition && fieldWriterOf(definition),
      });
    }
    return { fields };
  }

  /** @returns null for `__typename`; undefined for a field that the type lacks, which only a document that is not valid selects */
  #definitionOf(type: GraphQLObjectType, name: string): FieldPlan['definition'] | undefined {
    if (name === '__typename') return null;
    const meta = type === this.schema.getQueryType() ? metaFields.get(name) : undefined;
    return meta ?? type.getFields()[name];
  }

  #value(type: GraphQLOutputType, nodes: readonly FieldNode[]): ValuePlan {
    return { nonNull: isNonNullType(type), ...this.#nullable(getNullableType(type), nodes) };
  }

  #nullable(type: GraphQLOutputType, nodes: readonly FieldNode[]) {
    if (isListType(type)) return { kind: 'list', item: this.#value(type.ofType, nodes) } as const;
    const named = type as GraphQLNamedOutputType;
    if (isLeafType(named)) return { kind: 'leaf', write: leafWriterOf(named) } as const;
    const selectionSets = selectionSetsOf(nodes);
    if (isObjectType(named)) return { kind: 'object', type: named, object: memoized(() => this.objectOf(named, selectionSets)) } as const;
    const plans = new Map<string, ObjectPlan>();
    const planOf = (name: string) => {
      let plan = plans.get(name);
      const possible = plan ? undefined : this.schema.getType(name);
      if (isObjectType(possible) && this.schema.isSubType(named, possible))
        plans.set(name, (plan = this.objectOf(possible, selectionSets)));
      return plan;
    };
    return { kind: 'abstract', type: named, planOf } as const;
  }
}

const readNone: ReadArguments = () => ({});

/** The fields of the query type that are not in the schema's list of fields. */
const metaFields: ReadonlyMap<string, GraphQLField<unknown, unknown>> = new Map(
  [SchemaMetaFieldDef, TypeMetaFieldDef].map((field) => [field.name, field]),
);

/* What is selected: the fields of selection sets with their nodes, and the arguments of each. */

/** What a selection is read with. */
type SelectionContext = Pick<GraphQLResolveInfo, 'schema' | 'fragments' | 'variableValues'>;

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

/** Whether the fields of a fragment are selected on objects of a type. */
function applies({ typeCondition }: InlineFragmentNode | FragmentDefinitionNode, type: GraphQLObjectType, schema: GraphQLSchema): boolean {
  const condition = typeCondition?.name.value;
  if (condition === undefined || condition === type.name) return true;
  const named = schema.getType(condition);
  return isAbstractType(named) && schema.isSubType(named, type);
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
function argumentValues(...[definition, node, variables]: Parameters<typeof getArgumentValues>): Record<string, unknown> {
  try {
    return getArgumentValues(definition, node, variables);
  } catch (error) {
    const refused = node.arguments?.find(({ value }) => error instanceof GraphQLError && error.nodes?.[0] === value)?.name.value;
    const argument = definition.args.find(({ name }) => name === refused);
    if (argument) throw new BadInputError(argument.name, `a value of the type ${String(argument.type)}`);
    throw error;
  }
}

/* How values are written. */

/**
 * Returns a function that writes a value of a leaf type, and returns false for one that is serialized to nothing. It throws what the type
 * throws for one that it cannot serialize.
 */
function leafWriterOf(type: GraphQLLeafType): WriteJson {
  const write = ownWriterOf(type);
  return (value, out) => {
    if (write?.(value, out)) return true;
    const serialized = type.serialize(value);
    if (serialized === null || serialized === undefined) return false;
    out.scalar(serialized);
    return true;
  };
}

function writeText(value: unknown, out: JsonWriter): boolean {
  if (typeof value !== 'string') return false;
  out.string(value);
  return true;
}

/** Returns the function that writes values of a type without serializing them. null for a type that has none */
function ownWriterOf(type: GraphQLLeafType): WriteJson | null {
  if (type === GraphQLString || type === GraphQLID) return writeText;
  return isEnumType(type) ? enumWriterOf(type) : null;
}

/** Names of enum values need no escape. */
function enumWriterOf(type: GraphQLEnumType): WriteJson {
  const texts = new Map(type.getValues().map(({ name, value }) => [value as unknown, `"${name}"`]));
  return (value, out) => {
    const text = texts.get(value);
    if (text !== undefined) out.ascii(text);
    return text !== undefined;
  };
}

function fieldWriterOf(field: GraphQLField<unknown, unknown>): WriteJson | null {
  const type = getNullableType(field.type);
  const writeValue = isLeafType(type) ? ownWriterOf(type) : null;
  return writerOf(field) ?? (writeValue && propertyWriterOf(field.name, writeValue));
}

/** Returns a function that reads a property of an object and writes it. What it cannot write, such as a promise, is read again. */
function propertyWriterOf(name: string, write: WriteJson): WriteJson {
  return (source, out) => {
    const value = (source as Readonly<Record<string, unknown>>)[name];
    // This promise is not awaited, and must not count as unhandled.
    if (isPromise(value)) value.catch(() => {});
    return value === null || value === undefined ? null : write(value, out);
  };
}

const typeNameValue: ValuePlan = { kind: 'leaf', write: leafWriterOf(GraphQLString), nonNull: true };

/*
 * What the plan reads from the `extensions` of a schema. Other parts of the graph attach it; the executor knows none of them. The keys are
 * strings, because a copy of a schema lacks extensions whose keys are symbols.
 */

/** A part of a schema: a type or a field. */
export interface Extensible {
  extensions: Readonly<Record<string, unknown>>;
}

/** Whether the caller of an operation's context lacks the scope of a field: for `Attendee.mobile`, whether it lacks `attendees:pii`. */
type LacksScope<Context = unknown> = (context: Context) => boolean;

/** Makes the executor read a property itself for callers that have its scope. For others it calls the resolver, which decides. */
export function setLacksScope<Context>(field: Extensible, lacksScope: LacksScope<Context>): void {
  field.extensions = { ...field.extensions, [lacksScopeKey]: lacksScope };
}

/** The function of {@link setLacksScope}; null for none. */
export const lacksScopeOf = ({ extensions }: Extensible): LacksScope | null =>
  (extensions[lacksScopeKey] as LacksScope | undefined) ?? null;

/** The extensions of a field that writes the property of an object without reading it. */
export const withWriter = (write: WriteJson): Readonly<Record<string, unknown>> => ({ [writeKey]: write });

/** The function of {@link withWriter}; null for none. */
const writerOf = ({ extensions }: Extensible): WriteJson | null => (extensions[writeKey] as WriteJson | undefined) ?? null;

const lacksScopeKey = 'eventGraphLacksScope';
const writeKey = 'eventGraphWrite';
