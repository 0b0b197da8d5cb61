import type { ContentKind, ContentRead } from '../../domain/content-reads.js';
import { isUnresolved, unresolved } from './argument-reader.js';

/** The objects that a selection is made on, as far as they decide which reads its fields cause. */
export interface Owner {
  /** Equal for the same objects, however often they are selected. */
  readonly key: string;
  readonly size: number;
  /** The activities that the objects belong to, each with how many it stands for. */
  readonly activities: ReadonlyMap<string, number>;
  /** The read that the objects come from: attendees by id that wait for different reads do not share a call. */
  readonly after: string;
  /** The owners by type where a field returns several types. */
  readonly byType?: ReadonlyMap<string, Owner>;
}

/** No objects: the fields that are selected on them cause no reads. */
export const nothing: Owner = { key: '', size: 0, activities: new Map(), after: '' };

/** The reads that one operation plans. One that its fields share counts once, however often it is selected. */
export class PlannedReads {
  readonly #calls = new Map<string, number>();
  /** Attendees by id, so many of them a call. The sets of ids are united when they are counted: mostly there is one. */
  readonly #batches = new Map<string, { readonly perCall: number; readonly sources: Set<ReadonlySet<string>> }>();
  #content: ContentRead[] | null = [];

  constructor(private readonly maxPageSize: number) {}

  /** Calls of one kind. The same key always means the same reads; the largest number of calls counts. */
  add(kind: string, key: string, calls = 1): void {
    this.#content = null;
    this.#count(kind, key, calls);
  }

  /** The same for each of the owner's activities. */
  addEach(kind: string, { activities }: Owner, key: string): void {
    for (const [activity, number] of activities) this.add(kind, `${activity} ${key}`, number);
  }

  /** A list of content, or the part of it below one id. */
  addContent(kind: ContentKind, { activities }: Pick<Owner, 'activities'>, id = ''): void {
    for (const [activityId, number] of activities) {
      if (number > 1) this.#content = null;
      this.#count(kind, `${activityId} ${id}`, number);
      this.#content?.push({ kind, activityId, id });
    }
  }

  /** Attendees by id: from the list, which is asked for many in one call, or each by a call of its own. */
  addAttendees(activity: string, after: string, ids: ReadonlySet<string>, fromList: boolean): void {
    this.#content = null;
    const key = fromList ? `list ${activity} ${after}` : `details ${activity}`;
    const batch = this.#batches.get(key) ?? { perCall: fromList ? this.maxPageSize : 1, sources: new Set() };
    this.#batches.set(key, batch);
    // A set, because the same long list may stand in many fields.
    batch.sources.add(ids);
  }

  get calls(): number {
    let calls = 0;
    for (const number of this.#calls.values()) calls += number;
    for (const { sources, perCall } of this.#batches.values()) calls += Math.ceil(union(sources).size / perCall);
    return calls;
  }

  /** What is planned where that is content alone, else null. */
  get content(): readonly ContentRead[] | null {
    return this.#content;
  }

  /** Whether reads that differ by a variable's name may be the same by its value. */
  get ambiguous(): boolean {
    const kinds = new Map<string, { number: number; open: boolean }>();
    const note = (kind: string, number: number, open: boolean) => {
      const noted = kinds.get(kind) ?? { number: 0, open: false };
      kinds.set(kind, { number: noted.number + number, open: noted.open || open });
    };
    for (const key of this.#calls.keys()) note(key.slice(0, key.indexOf(' ')), 1, key.includes(unresolved));
    for (const [key, { sources }] of this.#batches) {
      const ids = union(sources);
      note('attendees by id', ids.size, key.includes(unresolved) || hasUnresolved(ids));
    }
    return [...kinds.values()].some(({ number, open }) => open && number > 1);
  }

  #count(kind: string, key: string, calls: number): void {
    const full = `${kind} ${key}`;
    this.#calls.set(full, Math.max(calls, this.#calls.get(full) ?? 0));
  }
}

function hasUnresolved(ids: ReadonlySet<string>): boolean {
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
