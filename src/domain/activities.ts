/* The activities that a GraphQL operation can query. From each, resolvers reach all records of the domain. */

import type { ActivityFacts, FactsByActivity } from '../records/activity-facts.js';
import type { Attendee } from '../records/attendee.js';
import type { CheckInMatch, CheckInQuery } from '../records/check-in.js';
import { listOfEntityKind, type ContentEntityKind, type ContentKind } from '../records/content-kind.js';
import { parseActivityId, type ActivityId, type ServiceId } from '../records/ids.js';
import type { StockKind, TicketItem } from '../records/stock.js';
import type { BoundEndpoint } from '../service/bound.js';
import { contentEndpoint, listTickets, lookUpCheckIn } from '../service/endpoints.js';
import { Articles } from './articles/articles.js';
import type { AtMostOnceWrites } from './at-most-once/at-most-once-writes.js';
import { Attendees, type AttendeeDependencies } from './attendees/attendees.js';
import { BoundEndpoints } from './bound-endpoints.js';
import { Categories } from './categories.js';
import type { CheckInAttendees, CheckInFeeds, ReceivedCheckIn } from './check-ins.js';
import { EntityList } from './record-lists.js';
import { FormFields } from './registration/form-fields.js';
import { Registrations } from './registration/registrations.js';
import { ScheduleItems } from './schedule-items.js';
import { SsoLogins } from './sso-logins.js';
import { GoodsItems, type StockFeeds, type StockStream } from './stock.js';
import { type OperationUpstream } from './upstream.js';

/**
 * One activity for one GraphQL operation: all reads and writes of its records. Only `Activities` creates one, and only for a caller who
 * may query it. A resolver that has an Activity therefore needs no further check, and one without it cannot reach the records.
 */
class Activity implements Readonly<Record<keyof ActivityFacts, string | undefined>> {
  readonly kind = 'activity';
  readonly name: string | undefined;
  readonly place: string | undefined;
  readonly timeZone: string | undefined;
  readonly currency: string | undefined;
  readonly startsOn: string | undefined;
  readonly endsOn: string | undefined;
  readonly attendees: Attendees;
  readonly formFields: FormFields;
  readonly schedule: ScheduleItems;
  readonly articles: Articles;
  readonly tickets: EntityList<TicketItem>;
  readonly goods: GoodsItems;
  readonly boundEndpoints: BoundEndpoints;
  readonly registrations: Registrations;
  readonly ssoLogins: SsoLogins;
  private readonly upstream: OperationUpstream;
  private readonly dependencies: ActivityDependencies;

  constructor(
    readonly activityId: ActivityId,
    { upstream, dependencies }: ActivitiesOptions,
  ) {
    this.upstream = upstream;
    this.dependencies = dependencies;
    Object.assign(this, dependencies.activityFacts[String(activityId)]);
    this.attendees = new Attendees(upstream, activityId, dependencies);
    this.formFields = new FormFields(upstream, activityId);
    this.schedule = new ScheduleItems(upstream, activityId);
    this.articles = new Articles(upstream, activityId);
    this.tickets = new EntityList<TicketItem>(() => upstream.read(listTickets, activityId, undefined));
    this.goods = new GoodsItems(upstream, activityId);
    this.boundEndpoints = new BoundEndpoints(upstream, activityId, dependencies.boundEndpoints);
    this.registrations = new Registrations(upstream, activityId, this.formFields, this.attendees, dependencies.writes);
    this.ssoLogins = new SsoLogins(upstream, activityId, this.attendees, dependencies.writes);
  }

  /** Made when it is first read, because of its tables. */
  get categories(): Categories {
    return (this.#categories ??= new Categories(this.upstream, this.activityId));
  }
  #categories: Categories | undefined;

  /** The activity's id in the graph: its number at the service. */
  get id(): string {
    return String(this.activityId);
  }

  /**
   * Finds a record in its list of content, such as an article in `articles`, a category in the whole tree.
   * @returns null for an unknown one
   */
  recordById(kind: ContentEntityKind, id: ServiceId): Promise<object | null> {
    return kind === 'category' ? this.categories.findInTree(id) : this[listOfEntityKind[kind]].byId(id);
  }

  /** Returns the attendees whose check-in code matches (§4.5); there may be several. @throws UpstreamError */
  checkInMatches(query: CheckInQuery): Promise<readonly CheckInMatch[]> {
    return this.upstream.read(lookUpCheckIn, this.activityId, query);
  }

  /** Subscribes to later check-ins. The stream ends with its `return`, and with the operation. */
  subscribeToCheckIns(): AsyncIterableIterator<ReceivedCheckIn> {
    return this.dependencies.checkInFeeds.subscribe(this.activityId).endedBy(this.upstream.signal);
  }

  /**
   * Reads the attendee of a pushed check-in, by one lookup for all its subscribers.
   * @param withDetail whether a detail call reads it, for detail fields
   * @returns null instead of a promise if the check-in names no attendee @throws UpstreamError
   */
  attendeeOfCheckIn(event: ReceivedCheckIn, withDetail: boolean): Promise<Attendee | null> | null {
    const id = event.attendeeServiceId;
    if (id === null) return null;
    return this.upstream.readUncached(({ usage }) => {
      // The lookup belongs to no operation. It counts as a read whose call this operation shares.
      usage.coalesced += 1;
      return this.dependencies.checkInAttendees.attendeeOf(event, id, withDetail);
    });
  }

  /** Subscribes to the stock: its values now, and after each change. The stream ends with its `return`, and with the operation. */
  subscribeToStock(kind: StockKind, everySeconds: number): StockStream {
    return this.dependencies.stockFeeds.subscribe(kind, this.activityId, everySeconds).endedBy(this.upstream.signal);
  }
}

/** A type only, so that nothing but `Activities` constructs one: it decides which activities a caller may query. */
export type { Activity };

/**
 * The activities that one GraphQL operation can query: its caller's. Any other activity is treated as one that is not served.
 * They live as long as the operation.
 */
export class Activities {
  readonly #activities = new Map<ActivityId, Activity>();

  constructor(private readonly options: ActivitiesOptions) {}

  /** The ids of all of them, the default one first. */
  get ids(): readonly ActivityId[] {
    return this.options.activityIds;
  }

  /** The first of the caller's activities; null if the caller may query none. */
  get default(): Activity | null {
    const [id] = this.options.activityIds;
    return id === undefined ? null : this.byId(id);
  }

  all(): readonly Activity[] {
    return this.options.activityIds.map((id) => this.byId(id)!);
  }

  /** Returns an activity, or null for one that is not served to the caller. */
  byId(id: ActivityId): Activity | null {
    let activity = this.#activities.get(id);
    if (!activity && this.options.activityIds.includes(id)) {
      this.#activities.set(id, (activity = new Activity(id, this.options)));
    }
    return activity ?? null;
  }

  /** Whether a read takes no call now: its result is cached, or its activity is not served to the caller. */
  needsNoCall({ kind, activityId, input }: ContentRead): boolean {
    const id = parseActivityId(activityId);
    if (id === null || !this.options.activityIds.includes(id)) return true;
    return this.options.upstream.isCached(contentEndpoint(kind), id, input);
  }

  /** Returns the activity of a record that this operation has read. */
  ofRecord(record: { readonly activityId: ActivityId }): Activity {
    const activity = this.byId(record.activityId);
    if (!activity) throw new Error('The record belongs to an activity that is not served to the caller.');
    return activity;
  }
}

/** A read of content, as planned from the text and arguments of a GraphQL operation before it is executed. */
export interface ContentRead {
  readonly kind: ContentKind;
  readonly activityId: string;
  /**
   * The ids that restrict the list, by the members of the endpoint's input, such as `goodsId`; null for a text that is no id, which no read
   * has. Without any, the whole list is read.
   */
  readonly input: Readonly<Record<string, ServiceId | null>>;
}

/** The parts that the activities of all operations share. */
export interface ActivityDependencies extends AttendeeDependencies {
  /** The endpoints that OPERATIONS_FILE binds. */
  readonly boundEndpoints: ReadonlyMap<string, BoundEndpoint>;
  readonly activityFacts: FactsByActivity;
  readonly stockFeeds: StockFeeds;
  /** The check-ins that the service pushes, and their attendees. */
  readonly checkInFeeds: CheckInFeeds;
  readonly checkInAttendees: CheckInAttendees;
  readonly writes: AtMostOnceWrites;
}

/** The parts that the activities of one operation share, as one object. */
interface ActivitiesOptions {
  /** The activities that the caller may query, of those that are served. The first is the default. */
  readonly activityIds: readonly ActivityId[];
  readonly upstream: OperationUpstream;
  readonly dependencies: ActivityDependencies;
}
