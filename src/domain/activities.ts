import { parseActivityId, type ActivityId } from '../model/ids.js';
import type { ArticleContents } from './article-contents.js';
import { Articles } from './articles.js';
import { Attendees, type AttendeeRules } from './attendees.js';
import { Categories } from './categories.js';
import { CheckIns } from './check-ins.js';
import { isCached, type ContentRead } from './content-reads.js';
import type { Ledger } from './at-most-once/ledger.js';
import type { MobileLocks } from './at-most-once/mobile-locks.js';
import { RegistrationForm } from './registration-form.js';
import { Registrations } from './registrations.js';
import { Schedules } from './schedules.js';
import { SsoLogins } from './sso-logins.js';
import { Stocks } from './stocks.js';
import type { Upstream } from './upstream.js';

/** One activity for one operation: everything that hangs on it. */
export class Activity {
  readonly kind = 'activity';
  readonly attendees: Attendees;
  readonly form: RegistrationForm;
  readonly schedules: Schedules;
  readonly articles: Articles;
  readonly categories: Categories;
  readonly stocks: Stocks;
  readonly checkIns: CheckIns;
  readonly registrations: Registrations;
  readonly ssoLogins: SsoLogins;

  constructor(
    readonly activityId: ActivityId,
    upstream: Upstream,
    rules: AttendeeRules,
    writes: AtMostOnceWrites,
  ) {
    this.attendees = new Attendees(upstream, activityId, rules);
    this.form = new RegistrationForm(upstream, activityId);
    this.schedules = new Schedules(upstream, activityId);
    this.articles = new Articles(upstream, activityId);
    this.categories = new Categories(upstream, activityId);
    this.stocks = new Stocks(upstream, activityId);
    this.checkIns = new CheckIns(upstream, activityId);
    this.registrations = new Registrations(upstream, activityId, this.form, this.attendees, writes.ledger);
    this.ssoLogins = new SsoLogins(upstream, activityId, this.attendees, writes.locks);
  }

  /** The activity's own number, which is its id in the graph. */
  get id(): string {
    return String(this.activityId);
  }
}

/** What keeps writes from happening twice; shared by all operations. */
export interface AtMostOnceWrites {
  readonly ledger: Ledger;
  readonly locks: MobileLocks;
}

export interface ActivityRules extends AttendeeRules {
  /** The activities that are served, and no others; the first is the default. */
  readonly activityIds: readonly ActivityId[];
  /** Base address of the service: QR images are served below it (§2.2). */
  readonly publicBaseUrl: string;
  /** Shared by all operations. */
  readonly articleContents: ArticleContents;
}

/** The activities that one operation may ask about. Nothing here outlives the operation. */
export class Activities {
  readonly #activities = new Map<ActivityId, Activity>();

  constructor(
    readonly upstream: Upstream,
    readonly rules: ActivityRules,
    private readonly writes: AtMostOnceWrites,
  ) {}

  get default(): Activity {
    return this.served(this.rules.activityIds[0]!)!;
  }

  all(): readonly Activity[] {
    return this.rules.activityIds.map((id) => this.served(id)!);
  }

  /** @returns null for an activity that is not served. */
  served(id: ActivityId): Activity | null {
    let activity = this.#activities.get(id);
    if (!activity && this.rules.activityIds.includes(id)) {
      this.#activities.set(id, (activity = new Activity(id, this.upstream, this.rules, this.writes)));
    }
    return activity ?? null;
  }

  /** Whether a read needs no call now: it is cached, or its activity is not served. */
  isCached(read: ContentRead): boolean {
    if (read.activityId === '') return isCached(this.upstream, this.rules.activityIds[0]!, read);
    const id = parseActivityId(read.activityId);
    return id === null || !this.rules.activityIds.includes(id) || isCached(this.upstream, id, read);
  }

  /** Where the service serves the QR image of a check-in code (§2.2). */
  qrCodeUrl(signCode: string): string {
    return `${this.rules.publicBaseUrl}/qrcode?content=${encodeURIComponent(signCode.toWellFormed())}`;
  }

  /** The activity that a record of this operation belongs to. */
  of(record: { readonly activityId: ActivityId }): Activity {
    const activity = this.served(record.activityId);
    if (!activity) throw new Error('A record names an activity that is not served.');
    return activity;
  }
}
