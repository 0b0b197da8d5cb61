import {
  GraphQLError,
  GraphQLID,
  GraphQLString,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  Kind,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  visit,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLNamedOutputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { once } from '../../primitives/values.js';
import { lacksScopeOf } from '../executor-extensions.js';
import { collectFields, selectionSetsOf } from '../selection.js';
import { argumentsOf } from './arguments.js';
import { PlanWriter } from './plan-writer.js';
import { type FieldPlan, type ObjectPlan, type OperationPlan, type ReadArguments, type ValuePlan, resultConstructor } from './plan.js';

/** Objects after which code is generated for their plan: it saves as much time for about this many of them as generating it takes. */
const defaultCompileAfter = 64;

/**
 * Plans an operation. Directives other than @skip and @include have no effect, as in graphql-js.
 * @param compileAfter the objects that are completed by a plan before code is generated for it
 */
export function planOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: { readonly [variable: string]: unknown },
  compileAfter = defaultCompileAfter,
): OperationPlan {
  const planner = new SelectionPlanner(schema, document, variables, compileAfter);
  return {
    fragments: planner.fragments,
    root: once(() => planner.objectOf(rootTypeOf(schema, operation), [operation.selectionSet])),
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

/** Plans the selections of one operation, each when it is first executed. */
class SelectionPlanner {
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;

  constructor(
    readonly schema: GraphQLSchema,
    document: DocumentNode,
    readonly variableValues: { readonly [variable: string]: unknown },
    readonly compileAfter: number,
  ) {
    const fragments = document.definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
    this.fragments = Object.fromEntries(fragments.map((fragment) => [fragment.name.value, fragment]));
  }

  /** Merges the fields that selection sets select on a type, by response key: `{ attendee { id } attendee { name } }` has one field. */
  objectOf(type: GraphQLObjectType, selectionSets: readonly SelectionSetNode[]): ObjectPlan {
    const nodes = collectFields(this, type, selectionSets, ({ alias, name }) => (alias ?? name).value);
    const fields = [...nodes].flatMap(([responseKey, same]) => this.#field(type, responseKey, same) ?? []);
    const bytes = fields.reduce((sum, { responseKey }) => sum + responseKey.length + bytesOfMember, 2);
    return {
      fields,
      bytes,
      Result: resultConstructor(nodes.has('__proto__')),
      writer: new PlanWriter({ fields }, this.compileAfter),
    };
  }

  #field(parentType: GraphQLObjectType, responseKey: string, nodes: readonly FieldNode[]): FieldPlan | null {
    const name = nodes[0]!.name.value;
    const location = once(() => new GraphQLError('', { nodes }));
    if (name === '__typename')
      return { responseKey, parentType, field: null, nodes, readArguments: noArguments, location, value: typeName, lacksScope: null };
    const meta = parentType === this.schema.getQueryType() ? metaFields.get(name) : undefined;
    const field = meta ?? parentType.getFields()[name];
    if (!field) return null;
    return {
      responseKey,
      parentType,
      field,
      nodes,
      readArguments: field.args.length === 0 ? noArguments : argumentsOf(field, nodes[0]!),
      location,
      value: this.#value(field.type, nodes),
      lacksScope: lacksScopeOf(field),
    };
  }

  #value(type: GraphQLOutputType, nodes: readonly FieldNode[]): ValuePlan {
    if (!isNonNullType(type)) return { nonNull: false, ...this.#nullable(type, nodes) };
    return { nonNull: true, ...this.#nullable(type.ofType as GraphQLOutputType, nodes) };
  }

  #nullable(type: GraphQLOutputType, nodes: readonly FieldNode[]) {
    if (isListType(type)) return { kind: 'list', item: this.#value(type.ofType, nodes) } as const;
    const named = type as GraphQLNamedOutputType;
    if (isScalarType(named) || isEnumType(named)) return { kind: 'leaf', type: named, isText: isText(named) } as const;
    const selectionSets = selectionSetsOf(nodes);
    if (isObjectType(named)) return { kind: 'object', type: named, plan: once(() => this.objectOf(named, selectionSets)) } as const;
    const plans = new Map<string, ObjectPlan>();
    const planOf = (typeName: string) => {
      let plan = plans.get(typeName);
      const possible = plan ? undefined : this.schema.getType(typeName);
      if (isObjectType(possible) && this.schema.isSubType(named, possible))
        plans.set(typeName, (plan = this.objectOf(possible, selectionSets)));
      return plan;
    };
    return { kind: 'abstract', type: named, planOf } as const;
  }
}

const noArguments: ReadArguments = () => ({});

/** The fields of the query type that are not in the schema's list of fields. */
const metaFields: ReadonlyMap<string, GraphQLField<unknown, unknown>> = new Map(
  [SchemaMetaFieldDef, TypeMetaFieldDef].map((field) => [field.name, field]),
);

/** Two quotation marks, a colon, a comma, and a value of one character. */
const bytesOfMember = 5;

const typeName: ValuePlan = { kind: 'leaf', type: GraphQLString, isText: true, nonNull: true };

/** Whether a type serializes a string to itself. */
function isText(type: GraphQLLeafType): boolean {
  return type === GraphQLString || type === GraphQLID;
}
