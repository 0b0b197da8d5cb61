import DataLoader from 'dataloader';
import { getAttendee, listAttendees } from '../endpoint/attendee.js';
import type { Attendee, AttendeeDetail, AttendeeLookup } from '../model/attendee.js';
import { UpstreamInvalidResponseError, UpstreamRejectedError } from '../model/upstream-errors.js';
import type { ActivityId, ServiceId } from '../model/ids.js';
import type { JsonObject } from '../model/json.js';
import { readByIds } from './attendee-batch.js';
import type { PageCapacity } from './page-capacity.js';
import { readWindow, type AttendeeWindow } from './attendee-window.js';
import type { Upstream } from './upstream.js';

export interface AttendeeRules {
  /** The largest page asked of the service. */
  readonly maxPageSize: number;
  /** What the service says when a get-one finds nobody; the interface has no code for it. */
  /** Matched against the beginning of the service's message; in linear time, or a message could hold the event loop. */
  readonly notFoundPattern: { test(text: string): boolean } | null;
  /** How large pages are known to come: of the list, and of a list by ids, which may be cut otherwise. */
  readonly capacity: { readonly list: PageCapacity; readonly byIds: PageCapacity };
}

/** The attendees of one activity for one operation (§4.3, §4.4). */
export class Attendees {
  readonly #listed: DataLoader<ServiceId, Attendee | null>;
  readonly #details: DataLoader<ServiceId, AttendeeDetail | null>;

  constructor(
    private readonly upstream: Upstream,
    private readonly activityId: ActivityId,
    private readonly rules: AttendeeRules,
  ) {
    this.#listed = new DataLoader((ids) => this.#readByIds(ids), { maxBatchSize: rules.maxPageSize });
    this.#details = new DataLoader((ids) => Promise.all(ids.map((id) => this.#readOne({ id }).catch(toError))), { batch: false });
  }

  /** Ids asked for in one tick share one call. @returns null for an unknown id. @throws UpstreamError */
  byId(id: ServiceId): Promise<Attendee | null> {
    return this.#listed.load(id);
  }

  /** Several at once: an error at the place of each that cannot be read. */
  byIds(ids: readonly ServiceId[]): Promise<readonly (Attendee | null | Error)[]> {
    return this.#listed.loadMany(ids);
  }

  /** With the fields that only the get-one operation has: a call of its own. @throws UpstreamError */
  detail(id: ServiceId): Promise<AttendeeDetail | null> {
    return this.#details.load(id);
  }

  /** The same for several: an error at the place of each that cannot be read. */
  details(ids: readonly ServiceId[]): Promise<readonly (AttendeeDetail | null | Error)[]> {
    return this.#details.loadMany(ids);
  }

  /** By mobile, email or open id. @throws UpstreamError */
  async byContact(lookup: Exclude<AttendeeLookup, { id: ServiceId }>): Promise<AttendeeDetail | null> {
    return this.#readOne(lookup);
  }

  /** The attendees from `offset` on, at most `length` of them. @throws UpstreamError */
  window(offset: number, length: number): Promise<AttendeeWindow> {
    const { maxPageSize, capacity } = this.rules;
    return readWindow(offset, length, maxPageSize, (page, pageSize) => this.#readPage(page, pageSize), capacity.list);
  }

  /** How many there are. @throws UpstreamError */
  async count(): Promise<number> {
    return (await this.#readPage(1, 1)).total;
  }

  /** The answers to the form as the service holds them; a get-one tells where the list's text does not decode. */
  async formAnswersOf(attendee: Attendee): Promise<JsonObject | null> {
    if (attendee.answers !== undefined) return attendee.answers;
    const detail = await this.detail(attendee.serviceId);
    if (detail === null) return null;
    if (detail.answers === undefined) throw new UpstreamInvalidResponseError(getAttendee.path, '$.data.content', 'an object');
    return detail.answers;
  }

  #readPage(page: number, pageSize: number, ids?: readonly ServiceId[]) {
    return this.upstream.read(listAttendees, this.activityId, ids ? { page, pageSize, ids } : { page, pageSize });
  }

  #readByIds(ids: readonly ServiceId[]) {
    return readByIds(ids, this.rules.capacity.byIds, (page, pageSize) => this.#readPage(page, pageSize, ids));
  }

  async #readOne(lookup: AttendeeLookup): Promise<AttendeeDetail | null> {
    try {
      const attendee = await this.upstream.read(getAttendee, this.activityId, lookup);
      if (attendee !== null && 'id' in lookup && attendee.serviceId !== lookup.id) {
        throw new UpstreamInvalidResponseError(getAttendee.path, '$.data.id', 'the attendee that was asked for');
      }
      return attendee;
    } catch (error) {
      const { notFoundPattern } = this.rules;
      if (notFoundPattern && error instanceof UpstreamRejectedError && error.says(notFoundPattern)) return null;
      throw error;
    }
  }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error('The attendee could not be read.');
}
