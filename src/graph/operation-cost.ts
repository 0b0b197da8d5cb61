import {
  getNamedType,
  GraphQLError,
  isCompositeType,
  isListType,
  isNonNullType,
  isObjectType,
  isInterfaceType,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { ArgumentReader } from './argument-reader.js';
import { assumedListSize, callCost, callsOfField, getOneFields, lookUpFields, objectsOfField, sharedCallOfField } from './cost-table.js';
import { plannedEntityCalls } from './entity-plan.js';
import { bareName } from './type-names.js';

/** What an operation asks for, told from its text and arguments alone. */
export interface OperationCost {
  /** Levels of fields. */
  readonly depth: number;
  /** Objects, and ten for each call planned. */
  readonly cost: number;
  readonly aliases: number;
  readonly rootFields: number;
  readonly upstreamCalls: number;
  /** Whether it may be another with other variables. */
  readonly varies: boolean;
}

export interface CostOptions {
  readonly schema: GraphQLSchema;
  readonly maxPageSize: number;
}

/** Measures an operation; fragments count wherever they are spread. Introspection counts for nothing but its aliases. */
export function operationCost(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
  options: CostOptions,
): OperationCost {
  const root = options.schema.getRootType(operation.operation);
  if (!root) throw new GraphQLError('The schema has no such operation.');
  const args = new ArgumentReader(operation, variables);
  const meter = new Meter(document, args, options);
  const measured = meter.selections(operation.selectionSet, root, 0);
  const upstreamCalls = measured.calls + meter.shared.size;
  return {
    depth: measured.depth,
    cost: measured.objects + callCost * upstreamCalls,
    aliases: measured.aliases,
    rootFields: measured.fields,
    upstreamCalls,
    varies: args.readsVariables,
  };
}

interface Measured {
  depth: number;
  objects: number;
  calls: number;
  aliases: number;
  /** Fields of this very selection. */
  fields: number;
  /** Whether a field is among them that only the get-one operation gives. */
  getOne: boolean;
}

class Meter {
  /** Calls that fields share wherever they stand, each counted once. */
  readonly shared = new Set<string>();
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** A fragment measures the same wherever it is spread in like places, so a chain of spreads costs no more than its text. */
  readonly #known = new Map<string, Measured>();

  constructor(
    document: DocumentNode,
    private readonly args: ArgumentReader,
    private readonly options: CostOptions,
  ) {
    this.#fragments = new Map(document.definitions.flatMap((node) => (node.kind === 'FragmentDefinition' ? [[node.name.value, node]] : [])));
  }

  /** @param pageSize how many items `nodes` and `edges` hold. */
  selections({ selections }: SelectionSetNode, type: GraphQLCompositeType, pageSize: number): Measured {
    const total: Measured = { depth: 0, objects: 0, calls: 0, aliases: 0, fields: 0, getOne: false };
    for (const selection of selections) {
      if (!this.args.includes(selection)) continue;
      const part = this.#selection(selection, type, pageSize);
      total.depth = Math.max(total.depth, part.depth);
      total.objects += part.objects;
      total.calls += part.calls;
      total.aliases += part.aliases;
      total.fields += part.fields;
      total.getOne ||= part.getOne;
    }
    return total;
  }

  #selection(selection: SelectionNode, type: GraphQLCompositeType, pageSize: number): Measured {
    if (selection.kind === 'Field') return this.#field(selection, type, pageSize);
    if (selection.kind === 'InlineFragment') return this.selections(selection.selectionSet, this.#typeOf(selection.typeCondition?.name.value, type), pageSize);
    const name = selection.name.value;
    const key = `${name} ${type.name} ${pageSize}`;
    let measured = this.#known.get(key);
    if (!measured) {
      const fragment = this.#fragments.get(name)!;
      measured = this.selections(fragment.selectionSet, this.#typeOf(fragment.typeCondition.name.value, type), pageSize);
      this.#known.set(key, measured);
    }
    return measured;
  }

  #typeOf(name: string | undefined, otherwise: GraphQLCompositeType): GraphQLCompositeType {
    const type = name === undefined ? undefined : this.options.schema.getType(name);
    return isCompositeType(type) ? type : otherwise;
  }

  #field(node: FieldNode, parent: GraphQLCompositeType, pageSize: number): Measured {
    const name = node.name.value;
    const measured: Measured = {
      depth: 1,
      objects: 0,
      calls: 0,
      aliases: node.alias ? 1 : 0,
      fields: 1,
      getOne: bareName(parent) === 'Attendee' && getOneFields.has(name),
    };
    const field = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined;
    if (name.startsWith('__') || !field) return { ...measured, depth: name.startsWith('__') && name !== '__typename' ? 0 : 1 };
    const coordinate = `${bareName(parent)}.${name}`;
    const shared = sharedCallOfField[coordinate];
    if (shared) this.shared.add(shared);
    const size = this.#sizeOf(node, field, coordinate, pageSize);
    const returned = getNamedType(field.type);
    const below = node.selectionSet && isCompositeType(returned) ? this.selections(node.selectionSet, returned, this.#pageSizeBelow(node, field, name, pageSize)) : null;
    measured.calls = this.#callsOf(node, coordinate, size, below);
    if (!below) {
      measured.objects = objectsOfField[coordinate] ?? 0;
      return measured;
    }
    measured.depth += below.depth;
    measured.objects = size * (1 + below.objects);
    measured.calls += size * below.calls;
    measured.aliases += below.aliases;
    return measured;
  }

  /** How many objects a field gives: by its ids, the page asked for, the references; ten for any other list. */
  #sizeOf(node: FieldNode, field: GraphQLField<unknown, unknown>, coordinate: string, pageSize: number): number {
    const type = isNonNullType(field.type) ? field.type.ofType : field.type;
    if (!isListType(type)) return 1;
    if (coordinate === 'AttendeeConnection.nodes' || coordinate === 'AttendeeConnection.edges') return pageSize;
    const listed = this.args.list(node, 'ids') ?? this.args.list(node, 'representations');
    return listed?.length ?? assumedListSize;
  }

  #pageSizeBelow(node: FieldNode, field: GraphQLField<unknown, unknown>, name: string, pageSize: number): number {
    if (name !== 'attendees') return pageSize;
    const first = this.args.value(node, 'first') ?? field.args.find((argument) => argument.name === 'first')?.defaultValue;
    // A page larger than the maximum is refused by name, not by its cost.
    return typeof first === 'number' && first > 0 ? Math.min(first, this.options.maxPageSize) : 0;
  }

  #callsOf(node: FieldNode, coordinate: string, size: number, below: Measured | null): number {
    if (coordinate === 'Query._entities') {
      return plannedEntityCalls(this.args.list(node, 'representations') ?? [], below?.getOne ?? false, this.options.maxPageSize);
    }
    if (coordinate === 'Query.attendeesByIds') return below?.getOne ? size : Math.ceil(size / this.options.maxPageSize);
    const planned = callsOfField[coordinate] ?? 0;
    // Where an attendee is looked up by itself, the call that finds it gives these fields too.
    return below?.getOne && !lookUpFields.has(coordinate) ? planned + size : planned;
  }
}
