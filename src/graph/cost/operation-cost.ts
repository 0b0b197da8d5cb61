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
 * The plan of an operation is compiled once to the fields that count. Each request then computes its numbers from the variables.
 */

import type { FieldNode, GraphQLSchema } from 'graphql';
import { planPages } from '../../domain/attendees/attendee-range.js';
import type { ContentRead } from '../../domain/reads/content-cache.js';
import { contentOfEntity } from '../../records/content-kind.js';
import { QueryTooComplexError } from '../../records/errors.js';
import { parseActivityId, parseGlobalId } from '../../records/ids.js';
import type { FieldPlan, ObjectPlan, OperationPlan, ValuePlan } from '../execution/plan.js';
import { bareName, entityTypeOf } from '../type-names.js';
import { nothing, readsOf, type FieldReads, type PageReads } from './reads.js';

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

/** The fields of an operation that count: for all variables for which its plan is valid. */
export interface CompiledOperation {
  readonly root: Selection;
  readonly aliases: number;
  readonly rootFields: number;
  /** The size of the plan: its fields, those of a fragment once for each selection with it. Infinity with introspection, which is not resolved. */
  readonly size: number;
}

/** The selection on the objects of one type: its fields that count, and what is counted without variables. */
interface Selection {
  readonly typeName: string;
  readonly fields: readonly CountedField[];
  /** Whether a field is one that only get-one returns. */
  readonly getsOne: boolean;
  /** The names of the fields that are selected, except introspection. */
  readonly names: ReadonlySet<string>;
  readonly depth: number;
}

interface CountedField {
  readonly reads: FieldReads;
  readonly readArguments: FieldPlan['readArguments'];
  readonly isList: boolean;
  /** The selection on each object type that the field may return; none for a scalar or an enum. */
  readonly below: readonly Selection[];
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
  const selection = (typeName: string, planned: readonly FieldPlan[]): Selection => {
    const fields: CountedField[] = [];
    const names = new Set<string>();
    let [depth, getsOne] = [0, false];
    for (const { field, nodes, value, readArguments } of planned) {
      if ((size += 1) > maxFields) throw new QueryTooComplexError('MAX_COST', maxCost, size);
      for (const node of nodes) if (node.alias) aliased.add(node);
      // Of introspection only the aliases count.
      if (field?.name.startsWith('__')) introspects = true;
      else depth = Math.max(depth, 1);
      if (field === null || field.name.startsWith('__')) continue;
      names.add(field.name);
      const reads = readsOf(field) ?? nothing;
      getsOne ||= reads.getOne === true;
      const below = selectionsBelow(value);
      depth = Math.max(depth, ...below.map((nested) => 1 + nested.depth));
      if (below.length > 0 || reads !== nothing) fields.push({ reads, readArguments, isList: value.kind === 'list', below });
    }
    return { typeName, fields, getsOne, names, depth };
  };
  const selectionsBelow = (value: ValuePlan): readonly Selection[] => {
    if (value.kind === 'list') return selectionsBelow(value.item);
    if (value.kind === 'object') return [selection(bareName(value.type), fieldsOf(value.plan))];
    if (value.kind === 'leaf') return [];
    return schema.getPossibleTypes(value.type).map((type) =>
      selection(
        bareName(type),
        fieldsOf(() => value.planOf(type.name)!),
      ),
    );
  };
  const planned = fieldsOf(plan.root);
  const root = selection('', planned);
  return { root, aliases: aliased.size, rootFields: planned.length, size: introspects ? Infinity : size };
}

/** The fields of a selection; none where a condition has no value, which is an error of the execution. */
function fieldsOf(plan: () => ObjectPlan): readonly FieldPlan[] {
  try {
    return plan().fields;
  } catch {
    return [];
  }
}

/** Computes the cost of an operation with variables. */
export function costOf({ root, aliases, rootFields }: CompiledOperation, variables: Arguments, options: CostOptions): OperationCost {
  const { objects, calls, content } = new Counting(variables, options).operation(root);
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

/** The arguments of a field; or the variables of an operation. */
type Arguments = Readonly<Record<string, unknown>>;

type IdsByActivity = Map<string, Set<string>>;

/** The activity of an operation whose caller has none. */
const unknownActivity = '';

class Counting {
  #objects = 0;
  #calls = 0;
  readonly #content = new Map<string, ContentRead>();
  /** The ids that the operation itself names, by activity. */
  readonly #ids: IdsByActivity = new Map();

  constructor(
    private readonly variables: Arguments,
    private readonly options: CostOptions,
  ) {}

  operation(root: Selection) {
    const [defaultId = unknownActivity] = this.options.activityIds;
    this.#selection(root, { lists: 1, each: 1, activities: [String(defaultId)], pageSize: null, areRead: false });
    const calls = this.#calls + this.#pagesOf(this.#ids);
    return { objects: this.#objects, calls: calls + this.#content.size, content: calls === 0 ? [...this.#content.values()] : null };
  }

  #selection({ fields, getsOne }: Selection, objects: Objects): void {
    const count = product(objects.lists, objects.each);
    if (count === 0) return;
    if (getsOne) this.#calls += count;
    for (const field of fields) this.#field(field, argumentsOf(field, this.variables), objects, count);
  }

  #field(field: CountedField, args: Arguments, objects: Objects, count: number): void {
    const { reads, below, isList } = field;
    const size = this.#sizeOf(field, args, objects);
    this.#objects += product(count, (reads.weight ?? 0) + (below.length > 0 ? size : 0));
    if (reads.references !== undefined) return this.#references(field, args[reads.references]);
    const activities = this.#activitiesOf(reads, args, objects);
    const lookup = reads.ids === undefined ? null : this.#idsByActivity(valueAt(args, reads.ids), objects, activities);
    this.#read(field, args, count, objects, activities, lookup && lookup.ids);
    const isRead = Boolean(reads.calls ?? reads.content ?? reads.link ?? reads.page ?? reads.ids);
    const returned: Objects = {
      lists: isList ? count : objects.lists,
      each: isList ? size : objects.each,
      activities: lookup ? lookup.activities : activities,
      pageSize: reads.page ? this.#firstOf(args, reads.page) : isList ? null : objects.pageSize,
      areRead: objects.areRead || isRead,
    };
    for (const selection of below) this.#selection(selection, returned);
  }

  /** Counts the calls of a field. @param ids those of a look-up, by activity; null if it has none */
  #read(
    { reads, below }: CountedField,
    args: Arguments,
    count: number,
    objects: Objects,
    activities: readonly string[],
    ids: IdsByActivity | null,
  ): void {
    this.#calls += product(count, reads.calls ?? 0);
    if (reads.content) this.#readContent(reads.content, activities, reads.input && contentInput(args, reads.input));
    if (reads.page) this.#calls += product(count, countsOnly(below, reads.page) ? 1 : this.#pageCalls(args, reads.page));
    // A call of get-one for each attendee replaces the look-up.
    if (below.some(({ getsOne }) => getsOne)) return;
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
  #references({ below, isList }: CountedField, given: unknown): void {
    if (this.#isTooLong(given)) return;
    const ids = isList ? listOf(given).map((reference) => (reference as { id?: unknown } | null)?.id) : [given];
    const byType = new Map<string, { count: number; readonly activities: Set<string> }>();
    for (const id of ids) {
      const global = typeof id === 'string' ? parseGlobalId(id) : null;
      const activity = global ? String(global.activityId) : String(id);
      if (global === null && parseActivityId(activity) === null) continue;
      const kind = global?.kind ?? 'activity';
      const type = entityTypeOf({ kind });
      const getsOne = below.some((selection) => selection.typeName === type && selection.getsOne);
      if (kind !== 'activity' && kind !== 'attendee') this.#readContent(contentOfEntity[kind], [activity]);
      else if (global && !getsOne) addTo(this.#ids, activity, String(global.serviceId));
      const named = byType.get(type) ?? { count: 0, activities: new Set<string>() };
      byType.set(type, named);
      named.count += 1;
      named.activities.add(activity);
    }
    for (const selection of below) {
      const { count: each = 0, activities = [] } = byType.get(selection.typeName) ?? {};
      const areRead = selection.typeName !== 'Activity';
      this.#selection(selection, { lists: 1, each, activities: [...activities], pageSize: null, areRead });
    }
  }

  /** The number of objects that a field returns for each object that it is selected on. */
  #sizeOf({ reads, isList }: CountedField, args: Arguments, { pageSize }: Objects): number {
    if (!isList) return 1;
    const argument = reads.ids ?? reads.references ?? reads.activities;
    if (argument === true) return this.options.activityIds.length;
    return argument === undefined ? (pageSize ?? assumedListSize) : listOf(args[argument]).length;
  }

  /** The activities that a field reads, and that its objects belong to. */
  #activitiesOf(reads: FieldReads, args: Arguments, objects: Objects): readonly string[] {
    if (reads.activities === true) return this.options.activityIds.map(String);
    const named = reads.activities ?? reads.activity;
    const given = named === undefined ? undefined : valueAt(args, named);
    if (given !== undefined && given !== null) return listOf(given).map(String);
    const ids = (reads.idArguments ?? []).flatMap((name) => listOf(args[name]));
    const global = ids.map((id) => (typeof id === 'string' ? parseGlobalId(id) : null)).find((id) => id !== null);
    return global ? [String(global.activityId)] : objects.activities;
  }

  /** Groups the ids of a lookup: a global id names its activity, any other is searched in the activities of the field. */
  #idsByActivity(given: unknown, { activities: own }: Objects, activities: readonly string[]) {
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

  /** The length of a page. One beyond the maximum is an error of its argument, so its size does not count. */
  #firstOf(args: Arguments, { first }: PageReads): number {
    const given = args[first];
    return typeof given === 'number' && given > 0 ? Math.min(given, this.options.maxPageSize) : 0;
  }

  #pageCalls(args: Arguments, page: PageReads): number {
    let offset = 0;
    for (const name in page.from) {
      const value = args[name];
      if (value !== undefined && value !== null) offset = page.from[name]!(value) ?? 0;
    }
    return planPages(offset, Math.max(1, this.#firstOf(args, page)), this.options.maxPageSize).pages.length;
  }

  #pages(records: number): number {
    return Math.ceil(records / (this.options.maxIds ?? this.options.maxPageSize));
  }

  #pagesOf(ids: ReadonlyMap<string, ReadonlySet<string>>): number {
    let calls = 0;
    for (const { size } of ids.values()) calls += this.#pages(size);
    return calls;
  }
}

/** Whether of a page only the number of all records is selected. */
const countsOnly = (below: readonly Selection[], { count }: PageReads): boolean =>
  below.every(({ names }) => names.size === 0 || (names.size === 1 && names.has(count)));

/** The arguments of a field that reads something; none if they are an error of the execution. */
function argumentsOf({ reads, readArguments }: CountedField, variables: Arguments): Arguments {
  if (reads === nothing) return noArguments;
  try {
    return readArguments(variables);
  } catch {
    return noArguments;
  }
}

const noArguments: Arguments = {};

/** The value of a path such as `input.activityId`. */
function valueAt(args: Arguments, path: string): unknown {
  const [name, member] = path.split('.');
  const value = args[name!];
  return member === undefined ? value : (value as Arguments | null | undefined)?.[member];
}

function contentInput(args: Arguments, input: NonNullable<FieldReads['input']>): ContentRead['input'] {
  const texts: Record<string, string> = {};
  for (const member in input) {
    const value = args[input[member]!] as string | number | null | undefined;
    if (value !== undefined && value !== null) texts[member] = String(parseGlobalId(String(value))?.serviceId ?? value);
  }
  return texts;
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
