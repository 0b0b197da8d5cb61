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
import type { ContentRead } from '../../domain/reads/content-reads.js';
import { pageFields } from '../attendee-connection.js';
import { detailFields } from '../attendee-detail.js';
import { bareName } from '../names/type-names.js';
import { ArgumentReader, isUnresolved } from './argument-reader.js';
import { assumedListSize, callCost, costTable } from './cost-table.js';
import { noObjects, PlannedReads, type Owner } from './planned-reads.js';
import { ReadPlanner } from './read-planner.js';

/*
 * The cost of an operation is computed before the operation is executed, from its text and its variables alone. It is the
 * number of objects that the response may have, plus ten for each call to the service that is planned.
 *
 * Objects. The fields of a list of objects count once per item. The length of a list is the page size (`first`), the number of
 * ids in its arguments, or ten.
 *
 * Calls. The domain merges reads: content is read once per activity, attendees by id in one call for many. A count per field
 * would therefore be far too high. The ReadPlanner follows the operation from the root and keeps, for each selection, the
 * objects that it is made on (Owner): how many, of which activities, after which read. From these and the arguments it derives
 * a key for every read; equal keys are one read, and PlannedReads counts the different ones.
 *
 * Variables. In a first pass an argument given by a variable is identified by the variable's name. Its value, perhaps a list of
 * thousands of ids, is then not turned into text, and a plan without variables of influence holds for all executions of the
 * document. Only where two reads of a kind have keys with variable names, which may be equal by value, a second pass reads the
 * values.
 *
 * Time. A named fragment is measured once for equal objects, page size and type, so fragments that spread each other take no
 * more time than their text is long. The number of owners and of activities that are distinguished is bounded.
 */

/** The measure of an operation. */
export interface OperationCost {
  /** The number of nested levels of fields. */
  readonly depth: number;
  /** Objects, plus ten for each planned call. */
  readonly cost: number;
  readonly aliases: number;
  readonly rootFields: number;
  /** Planned calls to the service. */
  readonly upstreamCalls: number;
  /** Whether other variables may lead to another measure. */
  readonly varies: boolean;
  /** Returns the planned reads; null if any of them is not content, which alone can be cached. */
  readonly contentReads: ((variables: Variables) => readonly ContentRead[]) | null;
}

type Variables = Readonly<Record<string, unknown>>;

export interface CostOptions {
  readonly schema: GraphQLSchema;
  readonly maxPageSize: number;
  /** The activity of operations that name none. */
  readonly defaultActivityId?: number;
}

/** Measures an operation. A fragment counts at each place where it is spread. Of introspection only the aliases count. */
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
  const dependsOnVariables = content?.some(({ activityId, id }) => isUnresolved(activityId) || isUnresolved(id));
  return {
    depth: measured.depth,
    cost: measured.objects + callCost * reads.calls,
    aliases: measured.aliases,
    rootFields: measured.fields,
    upstreamCalls: reads.calls,
    varies: varies || args.readsVariables,
    contentReads: content && (dependsOnVariables ? (given) => measure(given, true).reads.content ?? [] : () => content),
  };
}

interface Measured {
  depth: number;
  objects: number;
  aliases: number;
  /** Fields on the first level. */
  fields: number;
  /** Whether one of them is a field that only get-one returns. */
  detail: boolean;
  /** Whether one of them needs a page of attendees, not only their number. */
  page: boolean;
}

class Meter {
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** The measures of named fragments by name, type, page size and objects. */
  readonly #fragmentMeasures = new Map<string, Measured>();
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

  /** The object that the operation's own fields are selected on. */
  get root(): Owner {
    return this.#planner.root;
  }

  /** @param pageSize the number of items of `nodes` and `edges` */
  selections({ selections }: SelectionSetNode, type: GraphQLCompositeType, pageSize: number, owner: Owner): Measured {
    const total: Measured = { depth: 0, objects: 0, aliases: 0, fields: 0, detail: false, page: false };
    for (const selection of selections) {
      if (!this.args.includes(selection)) continue;
      const part = this.#selection(selection, type, pageSize, owner);
      total.depth = Math.max(total.depth, part.depth);
      total.objects += part.objects;
      total.aliases += part.aliases;
      total.fields += part.fields;
      total.detail ||= part.detail;
      total.page ||= part.page;
    }
    return total;
  }

  #selection(selection: SelectionNode, type: GraphQLCompositeType, pageSize: number, owner: Owner): Measured {
    if (selection.kind === 'Field') return this.#field(selection, type, pageSize, owner);
    if (selection.kind === 'InlineFragment') return this.#fragment(selection, type, pageSize, owner);
    const name = selection.name.value;
    const key = `${name} ${type.name} ${pageSize} ${owner.size} ${owner.key}`;
    let measured = this.#fragmentMeasures.get(key);
    if (!measured) {
      measured = this.#fragment(this.#fragments.get(name)!, type, pageSize, owner);
      this.#fragmentMeasures.set(key, measured);
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
    const narrowed = owner.byType && isObjectType(type) ? (owner.byType.get(bareName(type)) ?? noObjects) : owner;
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
      detail: bareName(parent) === 'Attendee' && detailFields.has(name),
      page: bareName(parent) === 'AttendeeConnection' && pageFields.has(name),
    };
    const field = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined;
    if (name.startsWith('__') || !field) return { ...measured, depth: name.startsWith('__') && name !== '__typename' ? 0 : 1 };
    const coordinate = `${bareName(parent)}.${name}`;
    const size = this.#sizeOf(node, field, coordinate, pageSize);
    const returned = getNamedType(field.type);
    const planned = { coordinate, node, owner, size, pageSize: this.#pageSizeBelow(node, field, name, pageSize) };
    const below =
      node.selectionSet && isCompositeType(returned)
        ? this.selections(node.selectionSet, returned, planned.pageSize, this.#planner.ownerBelow(planned))
        : null;
    this.#planner.plan(planned, below ?? measured);
    if (!below) {
      measured.objects = costTable.get(coordinate)?.objects ?? 0;
      return measured;
    }
    measured.depth += below.depth;
    measured.objects = size * (1 + below.objects);
    measured.aliases += below.aliases;
    return measured;
  }

  /** The number of objects that a field returns: the page size, the number of ids or references, ten for any other list. */
  #sizeOf(node: FieldNode, field: GraphQLField<unknown, unknown>, coordinate: string, pageSize: number): number {
    const type = isNonNullType(field.type) ? field.type.ofType : field.type;
    if (!isListType(type)) return 1;
    if (coordinate === 'AttendeeConnection.nodes' || coordinate === 'AttendeeConnection.edges') return pageSize;
    const listed = this.args.list(node, 'ids') ?? this.args.list(node, 'representations');
    return listed?.length ?? assumedListSize;
  }

  /** The page size of the selection below a field. */
  #pageSizeBelow(node: FieldNode, field: GraphQLField<unknown, unknown>, name: string, pageSize: number): number {
    if (name !== 'attendees') return pageSize;
    const first = this.args.value(node, 'first') ?? field.args.find((argument) => argument.name === 'first')?.defaultValue;
    // A page beyond the maximum is an error of the argument `first`, so its size does not count.
    return typeof first === 'number' && first > 0 ? Math.min(first, this.options.maxPageSize) : 0;
  }
}
