/* The attendees of an activity: by id, by a lookup such as a mobile number, and by range. */

import DataLoader from 'dataloader';
import type { JsonObject } from '../../primitives/json-text.js';
import type { Attendee, AttendeeDetail, AttendeeLookup, AttendeePage } from '../../records/attendee.js';
import { normalMobile, type AttendeeIdentity, type Caller, type NoViewer } from '../../records/caller.js';
import { UpstreamRejectedError, type RegistrantStatus, type TextPattern } from '../../records/errors.js';
import { parseGlobalId, parseServiceId, type ActivityId, type ServiceId } from '../../records/ids.js';
import { findRegistrant, getAttendee, listAttendees, type ListAttendeesInput } from '../../service/endpoints.js';
import type { OperationUpstream } from '../upstream.js';
import { readRange, type AttendeeRange, type PageSizes } from './attendee-range.js';
import type { BatchedLookups } from './batched-lookups.js';
import type { AttendeeReader } from './read-by-ids.js';

/** The parts that attendees of all operations share: settings, inferred limits, and lookups by id. */
export interface AttendeeDependencies {
  /** The largest page that is requested. */
  readonly maxPageSize: number;
  /** Recognises the service's message for an attendee that does not exist, since the interface has no code for it. */
  readonly notFoundPattern: TextPattern | null;
  /** How far the service's clock, by which records have their times, is ahead of this machine's. */
  readonly clockOffsetSeconds: number;
  readonly pageSizes: PageSizes;
  /** The lookups of an activity by id, which all operations share. */
  readonly lookupsOf: (activityId: ActivityId) => BatchedLookups;
}

/** The attendees that were read by id. Each attendee stays as it was first read, until the operation has written. */
interface KnownAttendees {
  /**
   * Gathers the ids of one tick to one lookup of the operation. `BatchedLookups` gathers the lookups of several operations to one call.
   */
  readonly listed: DataLoader<ServiceId, Attendee | null>;
  readonly details: Map<ServiceId, Promise<AttendeeDetail | null>>;
  /** The number of writes of the operation that had ended before. */
  readonly endedWrites: number;
}

/**
 * Reads the attendees of one activity for one GraphQL operation (§4.3, §4.4). `byId` reads one through the list, whose calls are shared.
 * `detailById` reads one from the detail endpoint, which alone returns some fields. `detailBy` looks one up by a mobile number, an e-mail
 * address or an open id. `ofCaller` reads the attendee that the caller is, who may see no other.
 */
export class Attendees implements AttendeeReader {
  #known: KnownAttendees | undefined;
  /** The form answers that were read last: the fields of one attendee are resolved in succession. Those of all would take much memory. */
  #lastAnswers: { readonly of: Attendee; readonly answers: Promise<JsonObject | null> } | undefined;

  constructor(
    private readonly upstream: OperationUpstream,
    private readonly activityId: ActivityId,
    private readonly dependencies: AttendeeDependencies,
  ) {}

  /** The largest page that is requested. */
  get maxPageSize(): number {
    return this.dependencies.maxPageSize;
  }

  /** Reads one attendee from the list. Ids requested in one tick share calls. @returns null for an unknown id. @throws UpstreamError */
  byId(id: ServiceId): Promise<Attendee | null> {
    return this.#knownNow().listed.load(id);
  }

  /** Reads several attendees, in the order requested. @returns null for an unknown id, and an error for one that cannot be read */
  byIds(ids: readonly ServiceId[]): Promise<readonly (Attendee | null | Error)[]> {
    return this.#knownNow().listed.loadMany(ids);
  }

  /** Reads one attendee by a detail call, for its detail fields. @returns null for an unknown id. @throws UpstreamError */
  detailById(id: ServiceId): Promise<AttendeeDetail | null> {
    const { details } = this.#knownNow();
    let detail = details.get(id);
    if (!detail) details.set(id, (detail = this.#readWithId(id)));
    return detail;
  }

  /**
   * Reads the attendee whom the service returns for a mobile number, an e-mail address or an open id. That its record has this value is not
   * checked, only that it is of this activity.
   * @returns null if there is none. @throws UpstreamError
   */
  detailBy(lookup: AttendeeLookup): Promise<AttendeeDetail | null> {
    return this.#find(getAttendee, lookup);
  }

  async #find(endpoint: typeof findRegistrant, lookup: AttendeeLookup): Promise<AttendeeDetail | null> {
    try {
      return await this.upstream.read(endpoint, this.activityId, lookup);
    } catch (error) {
      if (UpstreamRejectedError.matches(error, this.dependencies.notFoundPattern)) return null;
      throw error;
    }
  }

  /**
   * Looks up, by mobile number, people whose registration may have happened. The calls begin now: one in flight may have begun
   * before the write took effect. Never rejects.
   * @param sentAt the time before the write by this machine's clock, in milliseconds since the epoch
   * @returns for each of them: REGISTERED since `sentAt`, registered EARLIER, NOT_FOUND, or UNVERIFIED if the lookup fails or returns a
   * record with another number or of another activity: that attendee may not be the registrant
   */
  lookUpRegistrants(mobiles: readonly string[], sentAt: number): Promise<readonly RegistrantStatus[]> {
    const sinceMs = sentAt + this.dependencies.clockOffsetSeconds * 1000 - clockDifferenceMs;
    return Promise.all(mobiles.map(async (mobile, index) => ({ index, status: await this.#registrantStatus(mobile, sinceMs) })));
  }

  /**
   * Reads the attendee that a caller is, with all fields. The record must match what the credential states.
   * @returns why there is none @throws UpstreamError
   */
  async ofCaller({
    attendee: identity,
    noAttendee,
  }: Pick<Caller, 'attendee' | 'noAttendee'>): Promise<AttendeeDetail | NoViewer['reason']> {
    if (identity === undefined) return noAttendee ?? 'NO_CLAIM';
    const lookup = lookupOf(identity, this.activityId);
    if (lookup === null) return 'NOT_FOUND';
    const found = await this.detailBy(lookup);
    if (found === null) return 'NOT_FOUND';
    return matches(found, lookup) ? found : 'RECORD_DIFFERS';
  }

  /** Reads a page of the list. @throws UpstreamError */
  readPage(input: ListAttendeesInput): Promise<AttendeePage> {
    return this.upstream.read(listAttendees, this.activityId, input);
  }

  /** Reads at most `length` attendees, beginning at position `offset`. @throws UpstreamError */
  range(offset: number, length: number): Promise<AttendeeRange> {
    const { maxPageSize, pageSizes } = this.dependencies;
    return readRange(offset, length, maxPageSize, (page, pageSize) => this.readPage({ page, pageSize }), pageSizes);
  }

  /** Reads the number of attendees. @throws UpstreamError */
  async count(): Promise<number> {
    return (await this.readPage({ page: 1, pageSize: 1 })).total;
  }

  /** The attendee's form answers by field name. If the list's copy cannot be decoded, a detail call reads them. @throws UpstreamError */
  formAnswersOf(attendee: Attendee): Promise<JsonObject | null> {
    if (this.#lastAnswers?.of !== attendee) this.#lastAnswers = { of: attendee, answers: this.#readFormAnswers(attendee) };
    return this.#lastAnswers.answers;
  }

  async #readFormAnswers(attendee: Attendee): Promise<JsonObject | null> {
    const { formAnswers } = attendee;
    if (formAnswers !== undefined) return formAnswers;
    const found = await this.detailById(attendee.serviceId);
    if (found === null) return null;
    const { formAnswers: ofDetail } = found;
    if (ofDetail === undefined) throw found.invalidFormAnswers();
    return ofDetail;
  }

  #knownNow(): KnownAttendees {
    const { endedWrites } = this.upstream;
    if (this.#known?.endedWrites === endedWrites) return this.#known;
    const { maxIds } = this.#lookups;
    return (this.#known = {
      listed: new DataLoader((ids) => this.#readListed(ids), { maxBatchSize: maxIds }),
      details: new Map(),
      endedWrites,
    });
  }

  get #lookups(): BatchedLookups {
    return this.dependencies.lookupsOf(this.activityId);
  }

  #readListed(ids: readonly ServiceId[]) {
    return this.upstream.readUncached((operation) => this.#lookups.read(ids, operation, this));
  }

  /** @throws UpstreamInvalidResponseError if the reply contains an attendee with another id */
  async #readWithId(id: ServiceId): Promise<AttendeeDetail | null> {
    const attendee = await this.detailBy({ id });
    if (attendee !== null && attendee.serviceId !== id) throw attendee.invalidId();
    return attendee;
  }

  async #registrantStatus(mobile: string, sinceMs: number): Promise<RegistrantStatus['status']> {
    try {
      this.upstream.beginNextGeneration(this.activityId);
      const attendee = await this.#find(findRegistrant, { mobile });
      if (attendee === null) return 'NOT_FOUND';
      if (attendee.isForeign || attendee.registeredAt === null || !matches(attendee, { mobile })) return 'UNVERIFIED';
      return attendee.registeredAt.getTime() >= sinceMs ? 'REGISTERED' : 'EARLIER';
    } catch {
      return 'UNVERIFIED';
    }
  }
}

/** The lookup of an identity in an activity; null for an id that names no attendee of the activity. */
function lookupOf({ kind, value }: AttendeeIdentity, activityId: ActivityId): AttendeeLookup | null {
  if (kind === 'mobile') return { mobile: value };
  if (kind === 'email') return { email: value };
  if (kind === 'openId') return { openId: value };
  const global = parseGlobalId(value);
  const id = global?.kind === 'attendee' && global.activityId === activityId ? global.serviceId : parseServiceId(value);
  return id === null ? null : { id };
}

/**
 * Whether a record has the value that it was looked up by. Mobile numbers are compared in normal form, e-mail addresses without
 * regard to case.
 */
function matches(attendee: AttendeeDetail, lookup: AttendeeLookup): boolean {
  if ('id' in lookup) return attendee.serviceId === lookup.id;
  if ('mobile' in lookup) return normalMobile(attendee.mobile ?? '') === normalMobile(lookup.mobile);
  if ('email' in lookup) return lowerCase(attendee.email ?? '') === lowerCase(lookup.email);
  return attendee.openId === lookup.openId;
}

/** ASCII letters only: in other scripts, two letters can have the same lower case. */
const lowerCase = (text: string): string => text.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** The tolerated difference between the clocks: a registration up to this much before the call counts as made by it. */
const clockDifferenceMs = 60_000;
