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
  type InlineFragmentNode,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { ArgumentReader, isUnresolved } from './argument-reader.js';
import type { ContentRead } from '../../domain/content-reads.js';
import { assumedListSize, callCost, fieldsOfAPage, getOneFields, objectsOfField } from './cost-table.js';
import { nothing, PlannedReads, type Owner } from './planned-reads.js';
import { ReadPlanner } from './read-planner.js';
import { bareName } from '../federation/type-names.js';

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
  /** What is planned, where it is content alone, which may be cached; else null. */
  readonly contentReads: ((variables: Variables) => readonly ContentRead[]) | null;
}

type Variables = Readonly<Record<string, unknown>>;

export interface CostOptions {
  readonly schema: GraphQLSchema;
  readonly maxPageSize: number;
  /** The activity that is meant where none is named; left out where that is not known. */
  readonly defaultActivityId?: number;
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
  const measure = (given: Variables, exact: boolean) => {
    const args = new ArgumentReader(operation, given, exact);
    const reads = new PlannedReads(options.maxPageSize);
    const meter = new Meter(document, args, reads, options);
    return { measured: meter.selections(operation.selectionSet, root, 0, meter.root), reads, args };
  };
  let { measured, reads, args } = measure(variables, false);
  const varies = reads.ambiguous;
  if (varies) ({ measured, reads, args } = measure(variables, true));
  const { content } = reads;
  const open = content?.some(({ activityId, id }) => isUnresolved(activityId) || isUnresolved(id));
  return {
    depth: measured.depth,
    cost: measured.objects + callCost * reads.calls,
    aliases: measured.aliases,
    rootFields: measured.fields,
    upstreamCalls: reads.calls,
    varies: varies || args.readsVariables,
    contentReads: content && (open ? (given) => measure(given, true).reads.content ?? [] : () => content),
  };
}

interface Measured {
  depth: number;
  objects: number;
  aliases: number;
  /** Fields of this very selection. */
  fields: number;
  /** Whether a field is among them that only the get-one operation gives. */
  getOne: boolean;
  /** Whether a field is among them for which a page of attendees is read, not their number alone. */
  page: boolean;
}

class Meter {
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** A fragment measures the same wherever it is spread in like places, so a chain of spreads costs no more than its text. */
  readonly #known = new Map<string, Measured>();
  readonly #planner: ReadPlanner;

  constructor(
    document: DocumentNode,
    private readonly args: ArgumentReader,
    reads: PlannedReads,
    private readonly options: CostOptions,
  ) {
    this.#planner = new ReadPlanner(reads, args, String(options.defaultActivityId ?? ''));
    this.#fragments = new Map(
      document.definitions.flatMap((node) => (node.kind === 'FragmentDefinition' ? [[node.name.value, node]] : [])),
    );
  }

  /** What the operation itself is selected on. */
  get root(): Owner {
    return this.#planner.root;
  }

  /** @param pageSize how many items `nodes` and `edges` hold. */
  selections({ selections }: SelectionSetNode, type: GraphQLCompositeType, pageSize: number, owner: Owner): Measured {
    const total: Measured = { depth: 0, objects: 0, aliases: 0, fields: 0, getOne: false, page: false };
    for (const selection of selections) {
      if (!this.args.includes(selection)) continue;
      const part = this.#selection(selection, type, pageSize, owner);
      total.depth = Math.max(total.depth, part.depth);
      total.objects += part.objects;
      total.aliases += part.aliases;
      total.fields += part.fields;
      total.getOne ||= part.getOne;
      total.page ||= part.page;
    }
    return total;
  }

  #selection(selection: SelectionNode, type: GraphQLCompositeType, pageSize: number, owner: Owner): Measured {
    if (selection.kind === 'Field') return this.#field(selection, type, pageSize, owner);
    if (selection.kind === 'InlineFragment') return this.#fragment(selection, type, pageSize, owner);
    const name = selection.name.value;
    const key = `${name} ${type.name} ${pageSize} ${owner.size} ${owner.key}`;
    let measured = this.#known.get(key);
    if (!measured) {
      measured = this.#fragment(this.#fragments.get(name)!, type, pageSize, owner);
      this.#known.set(key, measured);
    }
    return measured;
  }

  #fragment(
    { typeCondition, selectionSet }: InlineFragmentNode | FragmentDefinitionNode,
    otherwise: GraphQLCompositeType,
    pageSize: number,
    owner: Owner,
  ): Measured {
    const type = this.#typeOf(typeCondition?.name.value, otherwise);
    const narrowed = owner.byType && isObjectType(type) ? (owner.byType.get(bareName(type)) ?? nothing) : owner;
    return this.selections(selectionSet, type, pageSize, narrowed);
  }

  #typeOf(name: string | undefined, otherwise: GraphQLCompositeType): GraphQLCompositeType {
    const type = name === undefined ? undefined : this.options.schema.getType(name);
    return isCompositeType(type) ? type : otherwise;
  }

  #field(node: FieldNode, parent: GraphQLCompositeType, pageSize: number, owner: Owner): Measured {
    const name = node.name.value;
    const measured: Measured = {
      depth: 1,
      objects: 0,
      aliases: node.alias ? 1 : 0,
      fields: 1,
      getOne: bareName(parent) === 'Attendee' && getOneFields.has(name),
      page: bareName(parent) === 'AttendeeConnection' && fieldsOfAPage.has(name),
    };
    const field = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined;
    if (name.startsWith('__') || !field) return { ...measured, depth: name.startsWith('__') && name !== '__typename' ? 0 : 1 };
    const coordinate = `${bareName(parent)}.${name}`;
    const size = this.#sizeOf(node, field, coordinate, pageSize);
    const returned = getNamedType(field.type);
    const place = { coordinate, node, owner, size, pageSize: this.#pageSizeBelow(node, field, name, pageSize) };
    const below =
      node.selectionSet && isCompositeType(returned)
        ? this.selections(node.selectionSet, returned, place.pageSize, this.#planner.ownerBelow(place))
        : null;
    this.#planner.plan(place, below ?? measured);
    if (!below) {
      measured.objects = objectsOfField[coordinate] ?? 0;
      return measured;
    }
    measured.depth += below.depth;
    measured.objects = size * (1 + below.objects);
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
}
