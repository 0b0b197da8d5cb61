/*
 * The cost of an operation, computed before it is executed. A reader can compute it by hand:
 *
 *     { activity(id: "1001") { attendees(first: 20) { nodes { points customFields { value } } } formFields { label } } }
 *
 *     objects   activity 1, page 1, attendees 20, their form answers 20 * 10, form fields 10                232
 *     calls     the page 1, a detail for each attendee 20, the form 1                                       22
 *     cost      232 + 22 * 10                                                                               452
 *
 * docs/settings.md#cost-and-planned-calls has the rules, and when an operation makes more calls than are planned: the domain makes them in
 * `PageSizes`, `IdsPerCall` and `BatchedLookups`. `@Reads` (reads.ts) states what a field reads. If reads share a call although no rule says
 * so, each of them is counted.
 *
 * The fields of a plan that count are found once. Each request then computes its numbers from the variables.
 */

import { GraphQLError, type FieldNode } from 'graphql';
import type { ContentRead } from '../../domain/activities.js';
import { choosePages } from '../../domain/attendees/attendee-range.js';
import { isObject } from '../../primitives/values.js';
import { listOfEntityKind } from '../../records/content-kind.js';
import { BadInputError, QueryTooComplexError } from '../../records/errors.js';
import { parseActivityId, parseGlobalId, parseServiceId, type ServiceId } from '../../records/ids.js';
import type { FieldPlan, ObjectPlan, OperationPlan, ValuePlan } from '../execution/plan.js';
import { bareName, entityTypeOf, type ReferableKind } from '../type-names.js';
import { nothing, readsOf, type FieldReads, type LookUpReads } from './reads.js';

/** The weight of one call to the service; an object of the response weighs 1. */
export const callCost = 10;

/** The assumed length of a list whose length no argument determines. */
export const assumedListSize = 10;

export interface OperationCost {
  /** Objects, plus ten for each planned call. */
  readonly cost: number;
  /** Planned calls to the service. */
  readonly upstreamCalls: number;
  /** The planned reads; null if any of them is not content, which alone can be cached. */
  readonly contentReads: readonly ContentRead[] | null;
}

/** The limits that a cost depends on. */
export interface CostLimits {
  readonly maxPageSize: number;
  /** The maximum number of ids in a call. */
  readonly maxIds: number;
  /** A longer list of ids, which is refused for its length alone, is not read id by id. The count ends at `countedBeyond` more. */
  readonly maxCost: number;
}

/** A plan with its fields that count: for all variables for which it is valid. */
export interface CountedPlan {
  readonly plan: OperationPlan;
  readonly root: CountedSelection;
  /** The aliases that the operation and its fragments write. */
  readonly aliases: number;
  readonly rootFields: number;
  /**
   * The size of the plan: its fields, those of a fragment once for each selection with it. Infinity
   * with introspection, which is not resolved.
   */
  readonly size: number;
}

/** The selection on the objects of one type: its fields that count, and what is counted without variables. */
interface CountedSelection {
  readonly typeName: string;
  readonly fields: readonly CountedField[];
  /** Whether a detail field is among them. */
  readonly selectsDetail: boolean;
  /** The number of nested levels of fields. */
  readonly depth: number;
}

interface CountedField {
  readonly reads: FieldReads;
  readonly readArguments: FieldPlan['readArguments'];
  readonly isList: boolean;
  /** The selection on each object type that the field may return; none for a scalar or an enum. */
  readonly below: readonly CountedSelection[];
}

/** Fragments that spread each other can form exponentially many fields: as many as `maxCost` are planned, or at least this many. */
const minFields = 5_000;

/**
 * Finds the fields that count. It resolves all selections of the plan but introspection.
 * @throws QueryTooComplexError if fragments multiply the fields of the operation beyond all limits
 */
export function countFields(plan: OperationPlan, maxCost: number): CountedPlan {
  const maxFields = Math.max(maxCost, minFields);
  const aliased = new Set<FieldNode>();
  let [size, introspects] = [0, false];
  const selection = (typeName: string, fieldPlans: readonly FieldPlan[]): CountedSelection => {
    const fields: CountedField[] = [];
    let [depth, selectsDetail] = [0, false];
    for (const { definition, nodes, value, readArguments } of fieldPlans) {
      if ((size += 1) > maxFields) throw new QueryTooComplexError('MAX_COST', maxCost, size);
      for (const node of nodes) if (node.alias) aliased.add(node);
      // Of introspection only the aliases count.
      if (definition?.name.startsWith('__')) introspects = true;
      else depth = Math.max(depth, 1);
      if (definition === null || definition.name.startsWith('__')) continue;
      const reads = readsOf(definition) ?? nothing;
      const below = selectionsBelow(value);
      depth = Math.max(depth, ...below.map((nested) => 1 + nested.depth));
      if ('detail' in reads) selectsDetail = true;
      else if (below.length > 0 || reads !== nothing) fields.push({ reads, readArguments, isList: value.kind === 'list', below });
    }
    return { typeName, fields, selectsDetail, depth };
  };
  const selectionsBelow = (value: ValuePlan): readonly CountedSelection[] => {
    if (value.kind === 'list') return selectionsBelow(value.item);
    if (value.kind === 'object') return [selection(bareName(value.type), fieldsOf(value.object))];
    if (value.kind === 'leaf') return [];
    return plan.schema.getPossibleTypes(value.type).map((type) =>
      selection(
        bareName(type),
        fieldsOf(() => value.planOf(type.name)!),
      ),
    );
  };
  const rootFields = fieldsOf(plan.root);
  const root = selection('', rootFields);
  return { plan, root, aliases: aliased.size, rootFields: rootFields.length, size: introspects ? Infinity : size };
}

/** The fields of a selection; none where a condition has no value. */
const fieldsOf = (plan: () => ObjectPlan): readonly FieldPlan[] => unlessRefused(() => plan().fields, []);

/**
 * Returns what a function does; `otherwise` if it throws what the execution will report as an error of the operation. Any other error, such
 * as that of a selection too deep for the stack, would let an operation cost less than it does.
 */
function unlessRefused<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof BadInputError || error instanceof GraphQLError) return otherwise;
    throw error;
  }
}

/**
 * The cost beyond `maxCost` at which the count ends. Fields below thousands of references would otherwise take seconds to count: each
 * content list counts once for each activity that the references name.
 */
const countedBeyond = 50_000;

/**
 * Computes the cost of an operation with variables.
 * @param activityIds the activities that are served to the caller, the default one first
 * @throws QueryTooComplexError for an operation far beyond `maxCost`
 */
export function costOf({ root }: CountedPlan, variables: Arguments, activityIds: readonly number[], limits: CostLimits): OperationCost {
  return new CostCounter(variables, activityIds, limits).operation(root);
}

/** The objects that a selection is made on. */
interface Objects {
  readonly count: number;
  /** The activities that they belong to. */
  readonly activities: readonly string[];
  /** The length of the page whose lists are selected on them; null for none. */
  readonly pageSize: number | null;
  /** Whether they are known only after a reply: ids that are looked up then cannot share a call with those at the beginning. */
  readonly followReply: boolean;
}

/** The arguments of a field; or the variables of an operation. */
type Arguments = Readonly<Record<string, unknown>>;

type IdsByActivity = Map<string, number>;

/** The records of one type that a field looks up. */
interface FoundRecords {
  count: number;
  readonly activities: Set<string>;
}

class CostCounter {
  #objects = 0;
  #calls = 0;
  readonly #content = new Map<string, ContentRead>();
  /** How many ids are looked up at the beginning, by activity. */
  readonly #ids: IdsByActivity = new Map();

  constructor(
    private readonly variables: Arguments,
    private readonly activityIds: readonly number[],
    private readonly limits: CostLimits,
  ) {}

  operation(root: CountedSelection): OperationCost {
    const [defaultId = ''] = this.activityIds;
    this.#selection(root, { count: 1, activities: [String(defaultId)], pageSize: null, followReply: false });
    const otherCalls = this.#calls + this.#pagesOf(this.#ids);
    const upstreamCalls = otherCalls + this.#content.size;
    const contentReads = otherCalls === 0 ? [...this.#content.values()] : null;
    return { cost: this.#objects + callCost * upstreamCalls, upstreamCalls, contentReads };
  }

  #selection({ fields, selectsDetail }: CountedSelection, objects: Objects): void {
    if (objects.count === 0) return;
    if (selectsDetail) this.#calls += objects.count;
    for (const field of fields) this.#field(field, argumentsRead(field, this.variables), objects);
  }

  #field(field: CountedField, args: Arguments, objects: Objects): void {
    const { maxCost } = this.limits;
    const cost = this.#objects + callCost * this.#calls;
    if (cost > maxCost + countedBeyond) throw new QueryTooComplexError('MAX_COST', maxCost, cost);
    const { reads, isList, below } = field;
    if ('lookUp' in reads) return this.#lookUp(field, reads, args, objects);
    const { count } = objects;
    const size = isList ? (objects.pageSize ?? assumedListSize) : 1;
    if (below.length > 0) this.#objects += product(count, size);
    let { activities } = objects;
    let pageSize: number | null = null;
    if ('content' in reads) this.#readContent(reads.content, activities, reads.input && contentInput(args, reads.input));
    else if ('page' in reads) {
      // One beyond the maximum is an error of its argument.
      pageSize = Math.min(Math.max(0, Number(args['first'] ?? 0)), this.limits.maxPageSize);
      const { pages } = choosePages(reads.page(args) ?? 0, Math.max(1, pageSize), this.limits.maxPageSize);
      this.#calls += product(count, pages.length);
    } else if ('calls' in reads) {
      this.#calls += product(count, reads.calls);
      this.#objects += product(count, reads.weight ?? 0);
      // Content below a call that names no activity counts for each such call.
      if (reads.activity !== undefined) activities = activityAt(args, reads.activity) ?? [`that of call ${this.#calls}`];
    } else if ('link' in reads && !below.some(({ selectsDetail }) => selectsDetail)) this.#calls += this.#pages(count);
    const returned = { count: product(count, size), activities, pageSize, followReply: objects.followReply || reads !== nothing };
    for (const selection of below) this.#selection(selection, returned);
  }

  #readContent(kind: ContentRead['kind'], activities: Iterable<string>, input: ContentRead['input'] = noInput): void {
    const suffix = input === noInput ? '' : Object.entries(input).join();
    for (const activityId of activities) this.#content.set(`${kind} ${activityId} ${suffix}`, { kind, activityId, input });
  }

  /** Counts records by their ids, and selects on those of each type. */
  #lookUp({ isList, below }: CountedField, { lookUp, by, activity }: LookUpReads, args: Arguments, objects: Objects): void {
    const { count, activities, followReply } = objects;
    const given = by === undefined ? this.activityIds : valueAt(args, by);
    const ids = listOf(given);
    this.#objects += product(count, isList ? ids.length : 1);
    const searched = activityAt(args, activity) ?? activities;
    const takesDetailCall = below.some(({ selectsDetail }) => selectsDetail);
    const found = new Map<string, FoundRecords>();
    const isTooLong = ids.length > Math.max(this.limits.maxCost, this.activityIds.length);
    if (given === undefined || given === null || isTooLong) {
      addRecords(found, lookUp, searched, isList ? ids.length : 1);
      if (lookUp === 'attendee' && !takesDetailCall) this.#calls += count;
    } else {
      const idsToRead: IdsByActivity = followReply ? new Map() : this.#ids;
      for (const each of ids) {
        // A reference of federation has its id as a member. Any other value is an error of its own place.
        const named = isObject(each) ? each['id'] : each;
        const id = typeof named === 'string' || typeof named === 'number' ? String(named) : '';
        const global = parseGlobalId(id);
        const kind = global?.kind ?? lookUp;
        const ofId = global ? [String(global.activityId)] : kind === 'attendee' ? searched : activityNamed(id);
        addRecords(found, kind, ofId, 1);
        if (kind !== 'activity' && kind !== 'attendee') this.#readContent(listOfEntityKind[kind], ofId);
        else if (kind === 'attendee' && !takesDetailCall) for (const name of ofId) idsToRead.set(name, (idsToRead.get(name) ?? 0) + 1);
      }
      if (followReply) this.#calls += product(count, this.#pagesOf(idsToRead));
    }
    for (const selection of below) {
      const { count: each = 0, activities: ofRecords = [] } = found.get(selection.typeName) ?? {};
      const follow = followReply || selection.typeName !== 'Activity';
      this.#selection(selection, { count: product(count, each), activities: [...ofRecords], pageSize: null, followReply: follow });
    }
  }

  #pages(ids: number): number {
    return Math.ceil(ids / this.limits.maxIds);
  }

  #pagesOf(ids: IdsByActivity): number {
    let calls = 0;
    for (const number of ids.values()) calls += this.#pages(number);
    return calls;
  }
}

function addRecords(found: Map<string, FoundRecords>, kind: ReferableKind, activities: readonly string[], count: number): void {
  const type = entityTypeOf({ kind });
  const records = found.get(type) ?? { count: 0, activities: new Set() };
  found.set(type, records);
  records.count += count;
  for (const activity of activities) records.activities.add(activity);
}

/** The arguments of a field that reads something; none if they are not valid. */
const argumentsRead = ({ reads, readArguments }: CountedField, variables: Arguments): Arguments =>
  reads === nothing ? noArguments : unlessRefused(() => readArguments(variables), noArguments);

const noArguments: Arguments = {};

/** The activity that the argument at a path names; null without a value. */
function activityAt(args: Arguments, path: string | undefined): readonly string[] | null {
  const id = path === undefined ? undefined : (valueAt(args, path) as string | null | undefined);
  return id === undefined || id === null ? null : activityNamed(id);
}

/** The activity with an id; none for a text that is no id. That may be long, and would be a part of each key of `#content`. */
const activityNamed = (id: string): readonly string[] => (parseActivityId(id) === null ? [] : [id]);

/** The value of a path such as `input.activityId`. */
function valueAt(args: Arguments, path: string): unknown {
  const [name, member] = path.split('.');
  const value = args[name!];
  return member === undefined ? value : (value as Arguments | null | undefined)?.[member];
}

function contentInput(args: Arguments, input: Readonly<Record<string, string>>): ContentRead['input'] {
  const ids: Record<string, ServiceId | null> = {};
  for (const member in input) {
    const id = args[input[member]!] as string | null | undefined;
    if (id !== undefined && id !== null) ids[member] = parseGlobalId(id)?.serviceId ?? parseServiceId(id);
  }
  return ids;
}

const noInput: ContentRead['input'] = {};

/** The items of a list argument; a single value is a list of one. */
const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as readonly unknown[]) : value === undefined || value === null ? [] : [value];

/** Bounded, because the numbers of nested lists multiply: beyond the largest number is Infinity, and 0 * Infinity exceeds no limit. */
const product = (one: number, other: number): number => Math.min(one * other, Number.MAX_SAFE_INTEGER);
