/* Measures an operation: depth, aliases, cost, and the reads that it plans. */

import {
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  type InlineFragmentNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { bareName } from '../type-names.js';
import type { ArgumentReader } from './argument-reader.js';
import { assumedListSize, costRowsOf, itemsOf, pageOf, type CostRows, type FieldSize } from './cost-rows.js';
import { noObjects, objectsBelow, unknownActivity, type ParentObjects } from './parent-objects.js';
import type { PlannedReads } from './planned-reads.js';
import { ReadPlanner } from './read-planner.js';

export interface MeterOptions {
  readonly schema: GraphQLSchema;
  readonly maxPageSize: number;
  /** The activity of operations that name none. null if they have none. */
  readonly defaultActivityId?: number | null;
}

export interface SelectionMeasure {
  depth: number;
  objects: number;
  aliases: number;
  /** Fields on the first level. */
  fields: number;
  /** Whether a field on the first level is one that only get-one returns. */
  needsGetOne: boolean;
  /** Whether a field on the first level needs a page, not only the number of records. */
  needsPage: boolean;
}

/** Measures the selections of one operation, and plans their reads. */
export class OperationMeter {
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** The measures of named fragments by name, type, page size and objects. */
  readonly #fragmentMeasures = new Map<string, SelectionMeasure>();
  readonly #planner: ReadPlanner;
  readonly #costs: CostRows;

  constructor(
    document: DocumentNode,
    private readonly args: ArgumentReader,
    reads: PlannedReads,
    private readonly options: MeterOptions,
  ) {
    this.#costs = costRowsOf(options.schema);
    this.#planner = new ReadPlanner(reads, args, String(options.defaultActivityId ?? unknownActivity));
    this.#fragments = new Map(
      document.definitions.flatMap((node) => (node.kind === 'FragmentDefinition' ? [[node.name.value, node]] : [])),
    );
  }

  /** The object that the operation's own fields are selected on. */
  get root(): ParentObjects {
    return this.#planner.root;
  }

  /** Measures a selection. @param pageSize the length of the lists of the page that the selection belongs to, directly or through other fields */
  measure({ selections }: SelectionSetNode, type: GraphQLCompositeType, pageSize: number, parents: ParentObjects): SelectionMeasure {
    const total: SelectionMeasure = { depth: 0, objects: 0, aliases: 0, fields: 0, needsGetOne: false, needsPage: false };
    for (const selection of selections) {
      if (!this.args.includes(selection)) continue;
      const part = this.#measureSelection(selection, type, pageSize, parents);
      total.depth = Math.max(total.depth, part.depth);
      total.objects += part.objects;
      total.aliases += part.aliases;
      total.fields += part.fields;
      total.needsGetOne ||= part.needsGetOne;
      total.needsPage ||= part.needsPage;
    }
    return total;
  }

  #measureSelection(selection: SelectionNode, type: GraphQLCompositeType, pageSize: number, parents: ParentObjects): SelectionMeasure {
    if (selection.kind === 'Field') return this.#measureField(selection, type, pageSize, parents);
    if (selection.kind === 'InlineFragment') return this.#measureFragment(selection, type, pageSize, parents);
    const name = selection.name.value;
    const key = `${name} ${type.name} ${pageSize} ${parents.count} ${parents.key}`;
    let measured = this.#fragmentMeasures.get(key);
    if (!measured) {
      measured = this.#measureFragment(this.#fragments.get(name)!, type, pageSize, parents);
      this.#fragmentMeasures.set(key, measured);
    }
    return measured;
  }

  #measureFragment(
    { typeCondition, selectionSet }: InlineFragmentNode | FragmentDefinitionNode,
    otherwise: GraphQLCompositeType,
    pageSize: number,
    parents: ParentObjects,
  ): SelectionMeasure {
    const type = this.#typeOf(typeCondition?.name.value, otherwise);
    const narrowed = parents.byType && isObjectType(type) ? (parents.byType.get(bareName(type)) ?? noObjects) : parents;
    return this.measure(selectionSet, type, pageSize, narrowed);
  }

  #typeOf(name: string | undefined, otherwise: GraphQLCompositeType): GraphQLCompositeType {
    const type = name === undefined ? undefined : this.options.schema.getType(name);
    return isCompositeType(type) ? type : otherwise;
  }

  #measureField(node: FieldNode, parent: GraphQLCompositeType, pageSize: number, parents: ParentObjects): SelectionMeasure {
    const name = node.name.value;
    const measured: SelectionMeasure = {
      depth: 1,
      objects: 0,
      aliases: node.alias ? 1 : 0,
      fields: 1,
      needsGetOne: false,
      needsPage: false,
    };
    const field = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined;
    if (name.startsWith('__') || !field) return { ...measured, depth: name.startsWith('__') && name !== '__typename' ? 0 : 1 };
    const coordinate = `${bareName(parent)}.${name}`;
    const cost = this.#costs.get(coordinate);
    measured.needsGetOne = cost?.reads.kind === 'getOne';
    measured.needsPage = cost?.reads.kind !== 'recordCount';
    const size = this.#sizeOf(node, field, cost?.size, pageSize);
    const returned = getNamedType(field.type);
    const planned = { coordinate, node, cost, parents, size, pageSize: this.#pageSizeBelow(node, field, cost?.size, pageSize) };
    const below =
      node.selectionSet && isCompositeType(returned)
        ? this.measure(node.selectionSet, returned, planned.pageSize, this.#planner.returned.of(planned))
        : null;
    this.#planner.plan(planned, below ?? measured);
    if (!below) {
      measured.objects = cost?.weight ?? 0;
      return measured;
    }
    measured.depth += below.depth;
    measured.objects = objectsBelow(size, 1 + below.objects);
    measured.aliases += below.aliases;
    return measured;
  }

  /** The number of objects that a field returns. Ten for a list without a stated size, such as a list of values of a record. */
  #sizeOf(node: FieldNode, field: GraphQLField<unknown, unknown>, size: FieldSize | undefined, pageSize: number): number {
    const type = isNonNullType(field.type) ? field.type.ofType : field.type;
    if (!isListType(type)) return 1;
    if (size === 'page') return pageSize;
    const items = itemsOf(size);
    return (items === undefined ? undefined : this.args.list(node, items)?.length) ?? assumedListSize;
  }

  /** The page size of the selection below a field. */
  #pageSizeBelow(node: FieldNode, field: GraphQLField<unknown, unknown>, size: FieldSize | undefined, pageSize: number): number {
    const first = pageOf(size);
    if (first === undefined) return pageSize;
    const length = this.args.value(node, first) ?? field.args.find(({ name }) => name === first)?.defaultValue;
    // A page beyond the maximum is an error of its argument, so its size does not count.
    return typeof length === 'number' && length > 0 ? Math.min(length, this.options.maxPageSize) : 0;
  }
}
