import type { ContentRead } from '../../domain/reads/content-reads.js';
import type { CachedKind } from '../../model/cached-kind.js';
import { isUnresolved, unresolved } from './argument-reader.js';

/** The objects that a selection is made on, as far as they decide which reads its fields cause. */
export interface Owner {
  /** Equal for the same objects, however often they are selected. */
  readonly key: string;
  /** The number of objects. */
  readonly size: number;
  /** The activities that the objects belong to, each with the number of activities that the entry represents. */
  readonly activities: ReadonlyMap<string, number>;
  /** The read that the objects come from. Attendees by id that follow different reads do not share a call. */
  readonly after: string;
  /** The owners by type, if the field returns several types. */
  readonly byType?: ReadonlyMap<string, Owner>;
}

/** No objects. Fields that are selected on them cause no reads. */
export const noObjects: Owner = { key: '', size: 0, activities: new Map(), after: '' };

/** The reads that one operation plans. A read that several fields share counts once. */
export class PlannedReads {
  readonly #calls = new Map<string, number>();
  /** Reads of attendees by id. A call returns `perCall` of them. The sets of ids are united when they are counted: mostly there is one. */
  readonly #batches = new Map<string, { readonly perCall: number; readonly sources: Set<ReadonlySet<string>> }>();
  #content: ContentRead[] | null = [];

  constructor(private readonly maxPageSize: number) {}

  /** Adds calls of one kind. Equal keys are the same read; the larger number of calls counts. */
  add(kind: string, key: string, calls = 1): void {
    this.#content = null;
    this.#count(kind, key, calls);
  }

  /** Adds a call for each activity of the owner. */
  addEach(kind: string, { activities }: Owner, key: string): void {
    for (const [activity, number] of activities) this.add(kind, `${activity} ${key}`, number);
  }

  /** Adds a list of content, or the part of it below one id. */
  addContent(kind: CachedKind, { activities }: Pick<Owner, 'activities'>, id = ''): void {
    for (const [activityId, number] of activities) {
      if (number > 1) this.#content = null;
      this.#count(kind, `${activityId} ${id}`, number);
      this.#content?.push({ kind, activityId, id });
    }
  }

  /** Adds attendees by id: from the list, which returns many in one call, or one call each. */
  addAttendees(activity: string, after: string, ids: ReadonlySet<string>, fromList: boolean): void {
    this.#content = null;
    const key = fromList ? `list ${activity} ${after}` : `details ${activity}`;
    const batch = this.#batches.get(key) ?? { perCall: fromList ? this.maxPageSize : 1, sources: new Set() };
    this.#batches.set(key, batch);
    // A set, because the same long list may be an argument of many fields.
    batch.sources.add(ids);
  }

  /** The number of calls to the service. */
  get calls(): number {
    let calls = 0;
    for (const number of this.#calls.values()) calls += number;
    for (const { sources, perCall } of this.#batches.values()) calls += Math.ceil(union(sources).size / perCall);
    return calls;
  }

  /** The reads, if all of them are content of known activities; else null. */
  get content(): readonly ContentRead[] | null {
    return this.#content;
  }

  /** Whether two reads of a kind differ by the name of a variable, so that they may be the same read by its value. */
  get ambiguous(): boolean {
    const kinds = new Map<string, { number: number; byName: boolean }>();
    const count = (kind: string, number: number, byName: boolean) => {
      const counted = kinds.get(kind) ?? { number: 0, byName: false };
      kinds.set(kind, { number: counted.number + number, byName: counted.byName || byName });
    };
    for (const key of this.#calls.keys()) count(key.slice(0, key.indexOf(' ')), 1, key.includes(unresolved));
    for (const [key, { sources }] of this.#batches) {
      const ids = union(sources);
      count('attendees by id', ids.size, key.includes(unresolved) || containsUnresolved(ids));
    }
    return [...kinds.values()].some(({ number, byName }) => byName && number > 1);
  }

  #count(kind: string, key: string, calls: number): void {
    const full = `${kind} ${key}`;
    this.#calls.set(full, Math.max(calls, this.#calls.get(full) ?? 0));
  }
}

function containsUnresolved(ids: ReadonlySet<string>): boolean {
  for (const id of ids) if (isUnresolved(id)) return true;
  return false;
}

function union(sets: ReadonlySet<ReadonlySet<string>>): ReadonlySet<string> {
  const [first = new Set<string>()] = sets;
  if (sets.size <= 1) return first;
  const all = new Set<string>();
  for (const set of sets) for (const id of set) all.add(id);
  return all;
}
