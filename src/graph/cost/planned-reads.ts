/* The reads that an operation plans, each counted once. */

import type { ContentInput, ContentRead } from '../../domain/reads/content-reads.js';
import { planPages } from '../../domain/reads/page-plan.js';
import type { ContentKind } from '../../model/content-kind.js';
import type { EntityKind } from '../../model/ids.js';
import { isVariableName, mentionsVariableName } from './argument-reader.js';
import { unknownActivity, type ActivityCounts } from './parent-objects.js';

/**
 * The kinds of reads. Reads of different kinds are never the same call. ReadPlanner makes them from the kinds of cost rows (`FieldReads`):
 *
 *     kind of the cost row                 kinds of its reads
 *
 *     content                              the kind of the list, such as `tickets`
 *     page                                 page
 *     lookup                               records by id (`addByIds`); `lookupWithoutId` by another member, such as a mobile number
 *     link                                 lookup; `getOne` if a call returns one record, or if a field below needs get-one
 *     references                           a list of content, or records by id; `reference` for a variable whose value is not known
 *     callPerObject, callPerAlias          the kind of the same name
 *     checkedCall                          the kind of the list, and callPerAlias
 *     boundRead, boundWrite                boundCall, and `getOne` if a field below needs get-one
 *     pageItems, boundRecords              getOne, if a field below needs get-one
 *
 * Rows of the other kinds make no read.
 */
export type ReadKind =
  | ContentKind
  | 'page'
  | 'getOne'
  | 'boundCall'
  | 'lookup'
  | 'lookupWithoutId'
  | 'reference'
  | 'callPerObject'
  | 'callPerAlias';

/** Consecutive records of a list. */
export interface ListRange {
  /** The number of records before them. */
  readonly offset: number;
  readonly length: number;
}

/** Records of one kind that are read by id. */
export interface PlannedRecords {
  readonly activity: string;
  /** The number of activities that the entry represents. */
  readonly number: number;
  /** The `sourceRead` (see ParentObjects) of the objects that the field is selected on. */
  readonly sourceRead: string;
  /** As `write` of ParentObjects, for the same objects. */
  readonly write: string;
  readonly ids: ReadonlySet<string>;
  /** Whether one call looks up many of them. */
  readonly batched: boolean;
}

/**
 * Counts the calls of an operation. Reads of one kind that have equal keys are one read. For example, with pages of 100:
 *
 *     `tickets` of activity 1001, selected twice             1 call
 *     `tickets` of the activities 1001 and 1002              2 calls
 *     `attendees(first: 100, offset: 50)`                    2 calls: the pages 1 and 2
 *     `attendeesByIds` of 150 ids, and one more `attendee`   2 calls: the 151 ids are united, and each call returns 100
 */
export class PlannedReads {
  /** The number of calls of each read, by its kind and its key. */
  readonly #calls = new Map<ReadKind, Map<string, number>>();
  /** Reads of records by id. A call returns `perCall` of them. The sets of ids are united when they are counted: mostly there is one. */
  readonly #batches = new Map<string, { readonly perCall: number; readonly sources: Set<ReadonlySet<string>> }>();
  #content: ContentRead[] | null = [];

  constructor(private readonly maxPageSize: number) {}

  /** Adds calls of one kind. Equal keys are the same read; the larger number of calls counts. */
  add(kind: ReadKind, key: string, calls = 1): void {
    this.#content = null;
    this.#count(kind, key, calls);
  }

  /** Adds a call for each activity. */
  addEach(kind: ReadKind, activityCounts: ActivityCounts, key: string): void {
    for (const [activity, number] of activityCounts) this.add(kind, `${activity} ${key}`, number);
  }

  /**
   * Adds the pages of the service that the domain reads for a range of a list. A page size limit of the service adds calls that are not counted here
   * (`PageSizeLimit` in `domain/attendees`): page 1 again, and the range again in shorter pages. To count them would refuse operations over
   * services without such a limit. `MAX_UPSTREAM_CALLS` bounds them while they are made, and the rate limit is charged for them afterwards.
   * @param list a string that is equal for the same list
   */
  addRange(activityCounts: ActivityCounts, list: string, { offset, length }: ListRange): void {
    const { pages, pageSize } = planPages(offset, length, this.maxPageSize);
    for (const page of pages) this.addEach('page', activityCounts, `${list} ${page} of ${pageSize}`);
  }

  /** Adds a list of content, or the part of it that the input selects. */
  addContent(kind: ContentKind, activityCounts: ActivityCounts, input: ContentInput = {}): void {
    let key = '';
    for (const member in input) key += ` ${member}:${input[member]}`;
    for (const [activityId, number] of activityCounts) {
      if (number > 1) this.#content = null;
      const isNew = this.#count(kind, activityId + key, number);
      if (isNew) this.#content?.push({ kind, activityId: activityId === unknownActivity ? null : activityId, input });
    }
  }

  /** Adds records by id: many in one call, or one call each. */
  addByIds(kind: EntityKind, { activity, number, sourceRead, write, ids, batched }: PlannedRecords): void {
    if (number > 1) {
      const calls = batched ? Math.ceil(ids.size / this.maxPageSize) : ids.size;
      return this.add('lookup', [kind, activity, sourceRead, ...ids].join(' '), number * calls);
    }
    this.#content = null;
    const key = batched ? `list ${kind} ${activity} ${sourceRead}` : `single ${kind} ${activity} ${write}`;
    const batch = this.#batches.get(key) ?? { perCall: batched ? this.maxPageSize : 1, sources: new Set() };
    this.#batches.set(key, batch);
    // A set, because the same long list may be an argument of many fields.
    batch.sources.add(ids);
  }

  get calls(): number {
    let calls = 0;
    for (const byKey of this.#calls.values()) for (const number of byKey.values()) calls += number;
    for (const { sources, perCall } of this.#batches.values()) calls += Math.ceil(union(sources).size / perCall);
    return calls;
  }

  /** The reads, each once, if all of them are content of known activities; else null. */
  get content(): readonly ContentRead[] | null {
    return this.#content;
  }

  /** Whether two reads of a kind differ by the name of a variable, so that they may be the same read by its value. */
  get mayCoincide(): boolean {
    for (const byKey of this.#calls.values()) {
      if (byKey.size > 1 && some(byKey.keys(), mentionsVariableName)) return true;
    }
    let [records, byName] = [0, false];
    for (const [key, { sources }] of this.#batches) {
      const ids = union(sources);
      records += ids.size;
      byName ||= mentionsVariableName(key) || some(ids, isVariableName);
    }
    return byName && records > 1;
  }

  /** @returns whether no read of the kind had this key before */
  #count(kind: ReadKind, key: string, calls: number): boolean {
    const byKey = this.#calls.get(kind) ?? new Map<string, number>();
    const before = byKey.get(key);
    this.#calls.set(kind, byKey.set(key, Math.max(calls, before ?? 0)));
    return before === undefined;
  }
}

function some(texts: Iterable<string>, matches: (text: string) => boolean): boolean {
  for (const text of texts) if (matches(text)) return true;
  return false;
}

function union(sets: ReadonlySet<ReadonlySet<string>>): ReadonlySet<string> {
  const [first = new Set<string>()] = sets;
  if (sets.size <= 1) return first;
  const all = new Set<string>();
  for (const set of sets) for (const id of set) all.add(id);
  return all;
}
