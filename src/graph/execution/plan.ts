import {
  isAbstractType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  getDirectiveValues,
  GraphQLError,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  GraphQLString,
  Kind,
  SchemaMetaFieldDef,
  typeFromAST,
  TypeMetaFieldDef,
  visit,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLAbstractType,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLNamedOutputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/** How one field of a selection is answered, worked out once for all objects and all executions. */
export interface FieldPlan {
  readonly responseKey: string;
  readonly parentType: GraphQLObjectType;
  /** null for __typename. */
  readonly field: GraphQLField<unknown, unknown> | null;
  readonly nodes: readonly FieldNode[];
  /** An error that has the field's place in the document. */
  readonly place: () => GraphQLError;
  readonly value: ValuePlan;
}

/** How an object is written. */
export interface ObjectPlan {
  readonly fields: readonly FieldPlan[];
  /** What the names and the shortest values of its fields take in a response. */
  readonly bytes: number;
  /** Makes the object that the fields are put into. */
  readonly Answer: new () => Record<string, unknown>;
}

/** How a value of a type is written. */
export type ValuePlan = { readonly nonNull: boolean } & (
  | { readonly kind: 'leaf'; readonly type: GraphQLLeafType }
  | { readonly kind: 'list'; readonly item: ValuePlan }
  | { readonly kind: 'object'; readonly type: GraphQLObjectType; readonly plan: () => ObjectPlan }
  /** By the name of the object's own type; undefined for one that is none of the possible types. */
  | { readonly kind: 'abstract'; readonly type: GraphQLAbstractType; readonly planOf: (typeName: string) => ObjectPlan | undefined }
);

/** A whole query. Selections are worked out when they are first needed. */
export interface OperationPlan {
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly root: () => ObjectPlan;
  /** Whether other variables select other fields. */
  readonly varies: boolean;
}

/** @returns null for what is left to graphql-js: mutations, whose fields run one after another, and directives other than @skip and @include. */
export function planOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: { readonly [variable: string]: unknown },
): OperationPlan | null {
  const root = schema.getRootType(operation.operation);
  const directives = directivesIn(document);
  if (operation.operation === 'mutation' || !root || directives.others) return null;
  const planner = new Planner(schema, document, variables);
  return {
    fragments: planner.fragments,
    root: once(() => planner.objectOf(root, [operation.selectionSet])),
    varies: directives.readVariables,
  };
}

/** What directives a document has beside constant @skip and @include. */
function directivesIn(document: DocumentNode): { readonly others: boolean; readonly readVariables: boolean } {
  let [others, readVariables] = [false, false];
  visit(document, {
    Directive: ({ name, arguments: args = [] }) => {
      others ||= name.value !== 'skip' && name.value !== 'include';
      readVariables ||= args.some(({ value }) => value.kind === Kind.VARIABLE);
    },
  });
  return { others, readVariables };
}

class Planner {
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;

  constructor(
    readonly schema: GraphQLSchema,
    document: DocumentNode,
    readonly variables: { readonly [variable: string]: unknown },
  ) {
    const fragments = document.definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
    this.fragments = Object.fromEntries(fragments.map((fragment) => [fragment.name.value, fragment]));
  }

  /** What selection sets select on objects of a type, fields of the same response key merged. */
  objectOf(type: GraphQLObjectType, selectionSets: readonly SelectionSetNode[]): ObjectPlan {
    const nodes = new Map<string, FieldNode[]>();
    const spread = new Set<string>();
    for (const selectionSet of selectionSets) this.#collect(type, selectionSet, nodes, spread);
    const fields = [...nodes].flatMap(([responseKey, same]) => this.#field(type, responseKey, same) ?? []);
    const bytes = fields.reduce((sum, { responseKey }) => sum + responseKey.length + bytesOfMember, 2);
    return { fields, bytes, Answer: answerConstructor(nodes.has('__proto__')) };
  }

  #collect(type: GraphQLObjectType, { selections }: SelectionSetNode, nodes: Map<string, FieldNode[]>, spread: Set<string>): void {
    for (const selection of selections) {
      if (selection.directives?.length && !this.#isIncluded(selection)) continue;
      if (selection.kind === Kind.FIELD) {
        const key = (selection.alias ?? selection.name).value;
        const same = nodes.get(key);
        if (same) same.push(selection);
        else nodes.set(key, [selection]);
        continue;
      }
      if (selection.kind === Kind.FRAGMENT_SPREAD && spread.has(selection.name.value)) continue;
      if (selection.kind === Kind.FRAGMENT_SPREAD) spread.add(selection.name.value);
      const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? this.fragments[selection.name.value] : selection;
      if (fragment && this.#applies(fragment, type)) this.#collect(type, fragment.selectionSet, nodes, spread);
    }
  }

  #isIncluded(selection: SelectionNode): boolean {
    if (getDirectiveValues(GraphQLSkipDirective, selection, this.variables)?.if === true) return false;
    return getDirectiveValues(GraphQLIncludeDirective, selection, this.variables)?.if !== false;
  }

  #applies(
    { typeCondition }: Pick<FragmentDefinitionNode, 'typeCondition'> | { typeCondition?: undefined },
    type: GraphQLObjectType,
  ): boolean {
    if (!typeCondition) return true;
    const condition = typeFromAST(this.schema, typeCondition);
    return condition === type || (isAbstractType(condition) && this.schema.isSubType(condition, type));
  }

  #field(parentType: GraphQLObjectType, responseKey: string, nodes: readonly FieldNode[]): FieldPlan | null {
    const name = nodes[0]!.name.value;
    const place = once(() => new GraphQLError('', { nodes }));
    if (name === '__typename') return { responseKey, parentType, field: null, nodes, place, value: typeName };
    const meta = parentType === this.schema.getQueryType() ? metaFields.get(name) : undefined;
    const field = meta ?? parentType.getFields()[name];
    return field ? { responseKey, parentType, field, nodes, place, value: this.#value(field.type, nodes) } : null;
  }

  #value(type: GraphQLOutputType, nodes: readonly FieldNode[]): ValuePlan {
    if (!isNonNullType(type)) return { nonNull: false, ...this.#nullable(type, nodes) };
    return { nonNull: true, ...this.#nullable(type.ofType as GraphQLOutputType, nodes) };
  }

  #nullable(type: GraphQLOutputType, nodes: readonly FieldNode[]) {
    if (isListType(type)) return { kind: 'list', item: this.#value(type.ofType, nodes) } as const;
    const named = type as GraphQLNamedOutputType;
    if (isScalarType(named) || isEnumType(named)) return { kind: 'leaf', type: named } as const;
    const selectionSets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    if (isObjectType(named)) return { kind: 'object', type: named, plan: once(() => this.objectOf(named, selectionSets)) } as const;
    const known = new Map<string, ObjectPlan>();
    const planOf = (typeName: string) => {
      let plan = known.get(typeName);
      const possible = plan ? undefined : this.schema.getType(typeName);
      if (isObjectType(possible) && this.schema.isSubType(named, possible))
        known.set(typeName, (plan = this.objectOf(possible, selectionSets)));
      return plan;
    };
    return { kind: 'abstract', type: named, planOf } as const;
  }
}

/** Fields of the query type that no schema lists. */
const metaFields: ReadonlyMap<string, GraphQLField<unknown, unknown>> = new Map(
  [SchemaMetaFieldDef, TypeMetaFieldDef].map((field) => [field.name, field]),
);

/** Two quotation marks, a colon, a comma, and a value of one character. */
const bytesOfMember = 5;

const typeName: ValuePlan = { kind: 'leaf', type: GraphQLString, nonNull: true };

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/**
 * A constructor of plain objects. V8 learns for each constructor how many members its objects get and makes room for them
 * at once; a literal without members gets room for four, and what outgrows it is moved again and again.
 * @param setsPrototype whether a member has the name by which plain objects reach their prototype: then they have none
 */
function answerConstructor(setsPrototype: boolean): ObjectPlan['Answer'] {
  const Answer = function () {} as unknown as ObjectPlan['Answer'];
  Answer.prototype = setsPrototype ? (Object.create(null) as object) : Object.prototype;
  return Answer;
}
