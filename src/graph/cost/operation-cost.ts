/*
 * The cost of an operation, computed before it is executed. It is an upper bound that a reader can compute by hand:
 *
 *     { activity(id: "1001") { attendees(first: 20) { nodes { points customFields { value } } } formFields { label } } }
 *
 *     objects   activity 1, page 1, attendees 20, their form answers 20 * 10, form fields 10                232
 *     calls     the page 1, get-one for each attendee 20, the form 1                                         22
 *     cost      232 + 22 * 10                                                                               452
 *
 * Objects. A list counts by its `first` or its ids, `activities` by those that are served to the caller, any other list as 10.
 *
 * Calls. `@Reads` (reads.ts) states what a field reads. It counts once for each object that the field is selected on; equal fields of one object
 * are one field, as GraphQL merges them. A list of content counts once for each activity. Ids count together, one call for each page of them; a
 * field of get-one takes a call for each attendee in their place.
 * Reads that share a call in the domain for another reason are counted more than once: the plan never has fewer calls than are made.
 *
 * The plan of an operation is compiled once to the fields that count (CompiledSelection). Each request then computes its numbers from the
 * variables.
 */

import {
  valueFromASTUntyped,
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  type ValueNode,
} from 'graphql';
import { planPages } from '../../domain/attendees/attendee-range.js';
import type { ContentRead } from '../../domain/reads/content-cache.js';
import { contentOfEntity } from '../../records/content-kind.js';
import { QueryTooComplexError } from '../../records/errors.js';
import { parseActivityId, parseGlobalId } from '../../records/ids.js';
import type { ObjectPlan, OperationPlan, ValuePlan } from '../execution/plan.js';
import { entityTypeOf } from '../type-names.js';
import { bareName } from '../type-names.js';
import { nothing, pathsOf, readsOf, type FieldReads, type PageReads } from './reads.js';

/** The weight of one call to the service; an object of the response weighs 1. */
export const callCost = 10;

/** The assumed length of a list whose length no argument determines. */
export const assumedListSize = 10;

export interface OperationCost {
  /** The number of nested levels of fields. */
  readonly depth: number;
  /** Objects, plus ten for each planned call. */
  readonly cost: number;
  /** The aliases that the operation and its fragments write. */
  readonly aliases: number;
  readonly rootFields: number;
  /** Planned calls to the service. */
  readonly upstreamCalls: number;
  /** The planned reads; null if any of them is not content, which alone can be cached. */
  readonly contentReads: readonly ContentRead[] | null;
}

export interface CostOptions {
  readonly schema: GraphQLSchema;
  readonly maxPageSize: number;
  /** The maximum number of ids in a call; `maxPageSize` by default. */
  readonly maxIds?: number | undefined;
  /** The activities that are served to the caller, the default one first. */
  readonly activityIds: readonly number[];
  /** A longer list of ids, which is refused for its length alone, is not read id by id. Omitted: every list is. */
  readonly maxCost?: number;
}

/** The values of the variables that an operation declares, with their defaults, in an object without a prototype. */
type Variables = Readonly<Record<string, unknown>>;

/** The fields of a selection on one type that count, and what is counted without variables. */
interface CompiledSelection {
  readonly fields: readonly CompiledField[];
  /** Whether a field is one that only get-one returns. */
  readonly needsGetOne: boolean;
  /** The names of the fields that are selected, except introspection. */
  readonly names: ReadonlySet<string>;
  readonly depth: number;
}

interface CompiledField {
  readonly definition: GraphQLField<unknown, unknown>;
  readonly reads: FieldReads;
  readonly isList: boolean;
  /** The values that the operation gives for the paths in `reads`, by path. */
  readonly values: ReadonlyMap<string, ReadValue>;
  /** The selection on each object type that the field may return, by type; null for a value. */
  readonly below: ReadonlyMap<string, CompiledSelection> | null;
  readonly selections: readonly CompiledSelection[];
  /** Whether a selection below counts a call of get-one for each object. It replaces the look-up. */
  readonly needsGetOne: boolean;
}

/** Returns the value of an argument, or of a member of one, for the variables of a request; undefined if it has none. */
type ReadValue = (variables: Variables) => unknown;

/** The fields of an operation that count: for all variables for which its plan is valid. */
export interface CompiledOperation {
  readonly root: CompiledSelection;
  readonly aliases: number;
  readonly rootFields: number;
  /** The size of the plan: its fields, those of a fragment once for each selection with it. Infinity with introspection, which is not resolved. */
  readonly size: number;
}

/** Fragments that spread each other can form exponentially many fields: as many as `maxCost` are planned, or at least this many. */
const minFields = 5_000;

/** Resolves all selections of a plan but introspection. @throws QueryTooComplexError if fragments multiply the fields of the operation beyond all limits */
export function compileOperation(
  plan: OperationPlan,
  { schema, maxCost = Infinity }: Pick<CostOptions, 'schema' | 'maxCost'>,
): CompiledOperation {
  const maxFields = Math.max(maxCost, minFields);
  const aliased = new Set<FieldNode>();
  let [size, introspects] = [0, false];
  const selection = ({ fields: planned }: Pick<ObjectPlan, 'fields'>): CompiledSelection => {
    const fields: CompiledField[] = [];
    const names = new Set<string>();
    let [depth, needsGetOne] = [0, false];
    for (const { field, nodes, value } of planned) {
      if ((size += 1) > maxFields) throw new QueryTooComplexError('MAX_COST', maxCost, size);
      for (const node of nodes) if (node.alias) aliased.add(node);
      // Of introspection only the aliases count.
      introspects ||= field?.name.startsWith('__') === true;
      if (field === null) depth = Math.max(depth, 1);
      if (field === null || field.name.startsWith('__')) continue;
      names.add(field.name);
      const reads = readsOf(field) ?? nothing;
      needsGetOne ||= reads.getOne === true;
      const below = selectionsBelow(value);
      const selections = [...(below?.values() ?? [])];
      depth = Math.max(depth, 1 + Math.max(0, ...selections.map((nested) => nested.depth)));
      if (!below && reads === nothing) continue;
      const getsOne = selections.some((nested) => nested.needsGetOne);
      const values = valuesOf(nodes[0]!, reads);
      fields.push({ definition: field, reads, isList: value.kind === 'list', values, below, selections, needsGetOne: getsOne });
    }
    return { fields, needsGetOne, depth, names };
  };
  const selectionsBelow = (value: ValuePlan): CompiledField['below'] => {
    if (value.kind === 'list') return selectionsBelow(value.item);
    if (value.kind === 'object') return new Map([[bareName(value.type), selection(resolved(value.plan))]]);
    if (value.kind === 'leaf') return null;
    const planOf = ({ name }: GraphQLObjectType) => resolved(() => value.planOf(name)!);
    return new Map(schema.getPossibleTypes(value.type).map((type) => [bareName(type), selection(planOf(type))]));
  };
  const { fields } = resolved(plan.root);
  const root = selection({ fields });
  return { root, aliases: aliased.size, rootFields: fields.length, size: introspects ? Infinity : size };
}

/** The fields of a selection; none where a condition has no value, which is an error of the execution. */
function resolved(plan: () => ObjectPlan): Pick<ObjectPlan, 'fields'> {
  try {
    return plan();
  } catch {
    return { fields: [] };
  }
}

/** Computes the cost of an operation with variables. */
export function costOf({ root, aliases, rootFields }: CompiledOperation, variables: Variables, options: CostOptions): OperationCost {
  const count = new Counting(variables, options);
  count.selection(root, count.root);
  const { objects, calls, content } = count.end();
  return { depth: root.depth, cost: objects + callCost * calls, aliases, rootFields, upstreamCalls: calls, contentReads: content };
}

/** The objects that a selection is made on. */
interface Objects {
  /** Lists of objects, each with `each` of them. */
  readonly lists: number;
  readonly each: number;
  /** The activities that they belong to. */
  readonly activities: readonly string[];
  /** The length of the page whose lists are selected on them; null for none. */
  readonly pageSize: number | null;
  /** Whether they come with a reply: what is looked up by their ids shares no call with what the operation names itself. */
  readonly areRead: boolean;
}

type IdsByActivity = Map<string, Set<string>>;

/** The activity of an operation whose caller has none. */
const unknownActivity = '';

class Counting {
  #objects = 0;
  #calls = 0;
  readonly #content = new Map<string, ContentRead>();
  /** The ids that the operation itself names, by activity. */
  readonly #ids: IdsByActivity = new Map();
  readonly root: Objects;

  constructor(
    private readonly variables: Variables,
    private readonly options: CostOptions,
  ) {
    const [defaultId = unknownActivity] = options.activityIds;
    this.root = { lists: 1, each: 1, activities: [String(defaultId)], pageSize: null, areRead: false };
  }

  end() {
    const calls = this.#calls + this.#pagesOf(this.#ids);
    return { objects: this.#objects, calls: calls + this.#content.size, content: calls === 0 ? [...this.#content.values()] : null };
  }

  selection({ fields, needsGetOne }: CompiledSelection, objects: Objects): void {
    if (needsGetOne) this.#calls += product(objects.lists, objects.each);
    for (const field of fields) this.#field(field, objects);
  }

  #field(field: CompiledField, objects: Objects): void {
    const { reads, below, selections } = field;
    const count = product(objects.lists, objects.each);
    if (count === 0) return;
    const size = this.#sizeOf(field, objects);
    this.#objects += product(count, (reads.weight ?? 0) + (below ? size : 0));
    if (reads.references !== undefined) return this.#references(field, reads.references);
    const activities = this.#activitiesOf(field, objects);
    const lookup = reads.ids === undefined ? null : this.#idsByActivity(field, reads.ids, objects, activities);
    this.#read(field, count, objects, activities, lookup && lookup.ids);
    if (below === null) return;
    const isRead = Boolean(reads.calls ?? reads.content ?? reads.link ?? reads.page ?? reads.ids);
    const returned: Objects = {
      lists: field.isList ? count : objects.lists,
      each: field.isList ? size : objects.each,
      activities: lookup ? lookup.activities : activities,
      pageSize: reads.page ? this.#firstOf(field, reads.page.first) : field.isList ? null : objects.pageSize,
      areRead: objects.areRead || isRead,
    };
    for (const selection of selections) this.selection(selection, returned);
  }

  /** Counts the calls of a field. @param ids those of a look-up, by activity; null if it has none */
  #read(field: CompiledField, count: number, objects: Objects, activities: readonly string[], ids: IdsByActivity | null): void {
    const { reads, selections } = field;
    this.#calls += product(count, reads.calls ?? 0);
    if (reads.content) this.#readContent(reads.content, activities, reads.input && this.#contentInput(field, reads.input));
    if (reads.page) {
      const { count: countField } = reads.page;
      const countsOnly = selections.every(({ names }) => names.size === 0 || (names.size === 1 && names.has(countField)));
      this.#calls += product(count, countsOnly ? 1 : this.#pageCalls(field, reads.page));
    }
    if (field.needsGetOne) return;
    if (reads.link) this.#calls += product(objects.lists, this.#pages(objects.each));
    if (reads.ids === undefined) return;
    if (ids === null) this.#calls += count;
    else if (objects.areRead) this.#calls += product(count, this.#pagesOf(ids));
    else for (const [activity, ofActivity] of ids) for (const id of ofActivity) addTo(this.#ids, activity, id);
  }

  #readContent(kind: ContentRead['kind'], activities: readonly string[], input: ContentRead['input'] = noInput): void {
    const suffix = input === noInput ? '' : Object.entries(input).join();
    for (const activity of activities)
      this.#content.set(`${kind} ${activity} ${suffix}`, { kind, activityId: activity === unknownActivity ? null : activity, input });
  }

  /** Counts records of any kind by their global ids, and selects on those of each type. */
  #references({ values, below, isList: isListed }: CompiledField, argument: string): void {
    const given = this.#value(values, argument);
    if (this.#isTooLong(given)) return;
    const ids = isListed ? listOf(given).map((reference) => (reference as { id?: unknown } | null)?.id) : [given];
    const byType = new Map<string, { count: number; readonly activities: Set<string> }>();
    for (const id of ids) {
      const global = typeof id === 'string' ? parseGlobalId(id) : null;
      const activity = global ? String(global.activityId) : String(id);
      if (global === null && parseActivityId(activity) === null) continue;
      const kind = global?.kind ?? 'activity';
      const type = entityTypeOf({ kind });
      if (kind !== 'activity' && kind !== 'attendee') this.#readContent(contentOfEntity[kind], [activity]);
      else if (global && !below!.get(type)?.needsGetOne) addTo(this.#ids, activity, String(global.serviceId));
      const named = byType.get(type) ?? { count: 0, activities: new Set<string>() };
      byType.set(type, named);
      named.count += 1;
      named.activities.add(activity);
    }
    for (const [type, { count, activities }] of byType) {
      const selection = below!.get(type);
      if (selection)
        this.selection(selection, { lists: 1, each: count, activities: [...activities], pageSize: null, areRead: type !== 'Activity' });
    }
  }

  /** The number of objects that a field returns for each object that it is selected on. */
  #sizeOf({ values, reads, isList: isListed }: CompiledField, { pageSize }: Objects): number {
    if (!isListed) return 1;
    const argument = reads.ids ?? reads.references ?? reads.activities;
    if (argument === true) return this.options.activityIds.length;
    if (argument !== undefined) return listOf(this.#value(values, argument)).length;
    return pageSize ?? assumedListSize;
  }

  /** The activities that a field reads, and that its objects belong to. */
  #activitiesOf({ values, reads }: CompiledField, objects: Objects): readonly string[] {
    if (reads.activities === true) return this.options.activityIds.map(String);
    const named = reads.activities ?? reads.activity;
    const given = named === undefined ? undefined : this.#value(values, named);
    if (given !== undefined && given !== null) return listOf(given).map(String);
    if (reads.idArguments === undefined) return objects.activities;
    for (const [name, fallback] of reads.idArguments) {
      const ids = this.#value(values, name);
      for (const id of listOf(ids === undefined ? fallback : ids)) {
        const global = typeof id === 'string' ? parseGlobalId(id) : null;
        if (global) return [String(global.activityId)];
      }
    }
    return objects.activities;
  }

  /** Groups the ids of a lookup: a global id names its activity, any other is searched in the activities of the field. */
  #idsByActivity({ values }: CompiledField, path: string, { activities: own }: Objects, activities: readonly string[]) {
    const given = this.#value(values, path);
    if (given === undefined || given === null || this.#isTooLong(given)) return { ids: null, activities };
    const ids: IdsByActivity = new Map();
    for (const id of listOf(given)) {
      const text = String(id);
      const global = parseGlobalId(text);
      for (const activity of global ? [String(global.activityId)] : activities) addTo(ids, activity, String(global?.serviceId ?? text));
    }
    return { ids, activities: ids.size === 0 ? own : [...ids.keys()] };
  }

  #isTooLong(list: unknown): boolean {
    return Array.isArray(list) && list.length > (this.options.maxCost ?? Infinity);
  }

  #contentInput({ values }: CompiledField, input: NonNullable<FieldReads['input']>): ContentRead['input'] {
    const texts: Record<string, string> = {};
    for (const member in input) {
      const value = this.#value(values, input[member]!);
      const text = typeof value === 'number' ? String(value) : value;
      if (typeof text === 'string') texts[member] = String(parseGlobalId(text)?.serviceId ?? text);
    }
    return texts;
  }

  #firstOf({ values, definition }: CompiledField, name: string): number {
    const given = this.#value(values, name) ?? definition.args.find((argument) => argument.name === name)?.defaultValue;
    // A page beyond the maximum is an error of its argument, so its size does not count.
    return typeof given === 'number' && given > 0 ? Math.min(given, this.options.maxPageSize) : 0;
  }

  #pageCalls(field: CompiledField, { first, from }: PageReads): number {
    let offset = 0;
    for (const name in from) {
      const value = this.#value(field.values, name);
      if (value !== undefined && value !== null) offset = from[name]!(value) ?? 0;
    }
    return planPages(offset, Math.max(1, this.#firstOf(field, first)), this.options.maxPageSize).pages.length;
  }

  #pages(records: number): number {
    return Math.ceil(records / (this.options.maxIds ?? this.options.maxPageSize));
  }

  #pagesOf(ids: ReadonlyMap<string, ReadonlySet<string>>): number {
    let calls = 0;
    for (const { size } of ids.values()) calls += this.#pages(size);
    return calls;
  }

  #value(values: CompiledField['values'], path: string): unknown {
    return values.get(path)?.(this.variables);
  }
}

/** The values that a field of the operation gives for the paths in its reads. */
function valuesOf({ arguments: args = [] }: FieldNode, reads: FieldReads): CompiledField['values'] {
  const values = new Map<string, ReadValue>();
  for (const path of args.length === 0 ? [] : pathsOf(reads)) {
    const [name, member] = path.split('.');
    const node = args.find((argument) => argument.name.value === name)?.value;
    if (node) values.set(path, member === undefined ? readValue(node) : readMember(node, member));
  }
  return values;
}

function readValue(node: ValueNode): ReadValue {
  if (node.kind === 'Variable') {
    const { value: name } = node.name;
    return (variables) => variables[name];
  }
  if (node.kind === 'ListValue' || node.kind === 'ObjectValue') return (variables) => valueFromASTUntyped(node, variables);
  const value = valueFromASTUntyped(node);
  return () => value;
}

function readMember(node: ValueNode, name: string): ReadValue {
  if (node.kind === 'ObjectValue') {
    const member = node.fields.find((field) => field.name.value === name);
    return member ? readValue(member.value) : () => undefined;
  }
  const read = readValue(node);
  return (variables) => (read(variables) as Record<string, unknown> | null | undefined)?.[name];
}

const noInput: ContentRead['input'] = {};

/** The items of a list argument; a single value is a list of one. */
const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as readonly unknown[]) : value === undefined || value === null ? [] : [value];

/** Bounded, because the numbers of nested lists multiply: beyond the largest number is Infinity, and 0 * Infinity exceeds no limit. */
const product = (one: number, other: number): number => Math.min(one * other, Number.MAX_SAFE_INTEGER);

function addTo(groups: Map<string, Set<string>>, key: string, item: string): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, new Set([item]));
  else group.add(item);
}
