/* The records that the arguments of fields name: by id, by something else such as a mobile number, or by reference. */

import { contentOfEntity, type ContentKind } from '../../model/content-kind.js';
import { entityKinds, isLookup, parseActivityId, parseGlobalId, type EntityKind } from '../../model/ids.js';
import { entityTypeOf } from '../entity-types.js';
import { isVariableName, type ArgumentReader } from './argument-reader.js';
import { itemsOf, type LookupRow, type ReferenceRow } from './cost-rows.js';
import type { FieldArguments, FieldToPlan } from './field-arguments.js';
import { activityCountsOf, isRoot, otherActivities, unknownActivity, type ActivityCounts, type ParentObjects } from './parent-objects.js';

/** The ids of records of one kind, by activity. */
export type IdsByActivity = ReadonlyMap<string, ReadonlySet<string>>;

/** The records that a lookup names: by ids, or one by something else. */
export interface LookedUp {
  readonly ids: IdsByActivity;
  /** The key of the argument of a lookup by something else than an id, such as a mobile number; null for a lookup by id. */
  readonly argumentKey: string | null;
}

/** The records that a list of references names. */
export interface NamedReferences {
  /** Records that are looked up by id, by kind. */
  readonly lookups: ReadonlyMap<EntityKind, IdsByActivity>;
  /** Lists of content that have the records. */
  readonly content: readonly { readonly content: ContentKind; readonly activityId: string }[];
  /** References that are known only by the names of their variables. They may name a record of any type. */
  readonly variableNames: ReadonlySet<string>;
  readonly objectsByType: ReadonlyMap<string, ParentObjects>;
}

/** Reads the records that arguments name: once for equal arguments, because the same long list may be an argument of many fields. */
export class NamedRecords {
  readonly #idsByKey = new Map<string, IdsByActivity>();
  readonly #referencesByKey = new Map<string, NamedReferences>();

  constructor(
    private readonly args: ArgumentReader,
    private readonly fields: FieldArguments,
  ) {}

  lookedUp(field: FieldToPlan, { of: kind, id: path = '' }: LookupRow): LookedUp {
    const { node, cost, parents } = field;
    const grouped = (ids: readonly unknown[]) =>
      idsByActivity(ids, kind, { activities: this.fields.activityCounts(field), others: isRoot(parents) });
    const items = itemsOf(cost?.size);
    if (items !== undefined) {
      const key = `${parents.key} ${this.fields.fieldKey(node)}`;
      const ids = this.#idsByKey.get(key) ?? grouped(this.args.list(node, items) ?? []);
      this.#idsByKey.set(key, ids);
      return { ids, argumentKey: null };
    }
    const [argument = '', member] = path.split('.');
    const id = this.args.argumentKey(node, argument, member);
    // A variable for the whole argument may have an id or another member.
    const isUnknown = member !== undefined && isVariableName(id) && !this.args.knowsMembers(node, argument);
    if (id === '' || isUnknown) return { ids: noIds, argumentKey: this.args.argumentKey(node, argument) };
    return { ids: grouped([id]), argumentKey: null };
  }

  /** Reads the references of `node` and `_entities` from their argument. */
  references({ node, cost }: FieldToPlan, { argument }: ReferenceRow): NamedReferences {
    const key = this.fields.fieldKey(node);
    let references = this.#referencesByKey.get(key);
    if (references === undefined) {
      const isList = itemsOf(cost?.size) === argument;
      const ids = isList ? (this.args.list(node, argument) ?? []).map(idOf) : [this.args.argumentKey(node, argument)];
      this.#referencesByKey.set(key, (references = readReferences(ids, key)));
    }
    return references;
  }
}

const idOf = (reference: unknown): unknown => ((reference ?? {}) as { id?: unknown }).id;

/** The activities in which a lookup searches. */
interface SearchedActivities {
  readonly activities: ActivityCounts;
  /** Whether a global id may name another activity, as in the fields of Query. */
  readonly others: boolean;
}

/** Groups the ids of records of a kind: `attendee:1002:7` belongs to the activity 1002, and `7` is searched in each of the activities. */
export function idsByActivity(ids: readonly unknown[], kind: EntityKind, { activities, others }: SearchedActivities): IdsByActivity {
  const groups = new Map<string, Set<string>>();
  // In the fields of Query, a number without a default activity names no record.
  const numbersNameNone = others && activities.has(unknownActivity);
  for (const id of ids) {
    const text = typeof id === 'number' ? String(id) : id;
    if (typeof text !== 'string') continue;
    const global = parseGlobalId(text);
    if (global) {
      const activity = String(global.activityId);
      const isSearched = others || mayInclude(activities, activity);
      if (isSearched && global.kind === kind) addTo(groups, activity, String(global.serviceId));
    } else if (!numbersNameNone || isVariableName(text)) {
      for (const activity of activities.keys()) addTo(groups, activity, text);
    }
  }
  return groups;
}

/** Whether an activity may be among these: by its id, by the name of a variable, or as one of several of which only the number is known. */
function mayInclude(activities: ActivityCounts, activityId: string): boolean {
  if (activities.has(activityId)) return true;
  for (const [key, number] of activities) if (number > 1 || key === otherActivities || isVariableName(key)) return true;
  return false;
}

/**
 * Reads a list of references once, for all that is planned from it.
 * @param key a string that is equal for equal lists
 */
export function readReferences(ids: readonly unknown[], key: string): NamedReferences {
  const { records, activityIds, variableNames } = groupedReferences(ids);
  const objectsByType = new Map<string, ParentObjects>();
  const addObjects = (type: string, number: number, ofActivities: Iterable<string>) => {
    const count = number + variableNames.size;
    if (count === 0) return;
    const activityCounts = activityCountsOf([...ofActivities, ...variableNames], key);
    objectsByType.set(type, { key: `${key} ${type}`, count, activityCounts, sourceRead: key, write: '' });
  };
  addObjects(entityTypeOf({ kind: 'activity' }), activityIds.size, activityIds);
  const lookups = new Map<EntityKind, IdsByActivity>();
  const content: { content: ContentKind; activityId: string }[] = [];
  for (const kind of entityKinds) {
    const byActivity: IdsByActivity = records.get(kind) ?? noIds;
    let number = 0;
    for (const { size } of byActivity.values()) number += size;
    addObjects(entityTypeOf({ kind }), number, byActivity.keys());
    if (isLookup(kind)) lookups.set(kind, variableNames.size > 0 ? new Map([...byActivity, [unknownActivity, variableNames]]) : byActivity);
    else for (const activityId of byActivity.keys()) content.push({ content: contentOfEntity[kind], activityId });
  }
  return { lookups, content, variableNames, objectsByType };
}

/** Groups references by what they name: records by kind and activity, activities, or what a variable has. Others name nothing. */
function groupedReferences(ids: readonly unknown[]) {
  const records = new Map<EntityKind, Map<string, Set<string>>>();
  const activityIds = new Set<string>();
  const variableNames = new Set<string>();
  for (const id of ids) {
    if (typeof id !== 'string') continue;
    const global = parseGlobalId(id);
    if (global) {
      let byActivity = records.get(global.kind);
      if (byActivity === undefined) records.set(global.kind, (byActivity = new Map<string, Set<string>>()));
      addTo(byActivity, String(global.activityId), String(global.serviceId));
    } else if (isVariableName(id)) variableNames.add(id);
    else if (parseActivityId(id) !== null) activityIds.add(id);
  }
  return { records, activityIds, variableNames };
}

const noIds: IdsByActivity = new Map();

function addTo(groups: Map<string, Set<string>>, key: string, item: string): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, new Set([item]));
  else group.add(item);
}
