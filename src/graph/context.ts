/* The context of one operation: what its resolvers share, and what the server learns of it. */

import type { GraphQLFieldResolver } from 'graphql';
import { Activities, type Activity, type ActivityDependencies } from '../domain/activities.js';
import type { ConvertedBodies } from '../domain/articles/articles.js';
import { OperationUpstream, type ServiceAccess, type UpstreamUsage } from '../domain/upstream.js';
import type { CancelSignal } from '../primitives/cancellation.js';
import { WaitBudget } from '../primitives/waiting.js';
import type { Caller, NoViewer } from '../records/caller.js';
import { BadInputError, NoActivityError } from '../records/errors.js';
import { parseActivityId, type ActivityId } from '../records/ids.js';
import { Audit, type AuditedReads } from './audit.js';

/** What the contexts of all operations share. */
export interface ContextDependencies {
  readonly service: ServiceAccess;
  /** The activities that are served, the default one first. A caller may be limited to some of them. */
  readonly activityIds: readonly ActivityId[];
  readonly dependencies: ActivityDependencies;
  /** The bodies of articles in other formats. */
  readonly convertedBodies: ConvertedBodies;
  /** Returns the address of the QR image of a check-in code. */
  readonly qrCodeUrl: (signCode: string) => string;
  /** The maximum number of calls to the service that one operation may cause. */
  readonly maxUpstreamCalls: number;
  /** Whether a response reports what its operation used of the service. */
  readonly upstreamReport: boolean;
  /** How long one operation may wait for the store that replicas share, in milliseconds. Undefined if there is none. */
  readonly storeWaitMs: number | undefined;
}

/** The objects that the resolvers of one operation share. It lives as long as the operation. */
export class GraphContext {
  /** The activities of the caller: the only way to an activity and its records. */
  readonly activities: Activities;
  /** The record of what the operation did with personal data. */
  readonly audit = new Audit();
  /** The viewers that are null, one for each activity: `extensions.viewer` of the response. */
  readonly noViewers: NoViewer[] = [];
  /** How long the operation may wait for the store that replicas share; undefined if there is none. */
  readonly storeWait: WaitBudget | undefined;
  /** What the operation has used of the service so far: attempts, shared and cached reads. */
  readonly usage: UsageCounts;
  readonly #upstream: OperationUpstream;

  /** @param signal aborts when the client disconnects or `REQUEST_TIMEOUT_MS` has passed */
  constructor(
    readonly caller: Caller,
    signal: CancelSignal,
    readonly shared: ContextDependencies,
  ) {
    const { service, dependencies, maxUpstreamCalls, storeWaitMs } = shared;
    this.storeWait = storeWaitMs === undefined ? undefined : new WaitBudget(storeWaitMs);
    const upstream = new OperationUpstream(service, signal, maxUpstreamCalls, caller.credential, this.storeWait);
    this.activities = new Activities({ activityIds: activityIdsOf(caller, shared), upstream, dependencies });
    this.usage = upstream.usage;
    this.#upstream = upstream;
  }

  /** The default activity of the caller. @throws NoActivityError, and records the denial in the audit, for a caller who may query none */
  defaultActivity(): Activity {
    const activity = this.activities.default;
    if (activity !== null) return activity;
    this.audit.denied('Activity');
    throw new NoActivityError();
  }

  /** The activity with an id; null for one that is not served to the caller. @throws BadInputError for what is no such id */
  activityById(id: string, argument: string): Activity | null {
    const activityId = parseActivityId(id);
    if (activityId === null) throw new BadInputError(argument, 'an activity\'s id, such as "1001"');
    return this.activities.byId(activityId);
  }

  /** The activity that an argument names, or the default one. @throws BadInputError for an activity that is not served to the caller */
  activityOf(id: string | null | undefined, argument: string): Activity {
    if (id === null || id === undefined) return this.defaultActivity();
    const activityId = parseActivityId(id);
    const activity = activityId === null ? null : this.activities.byId(activityId);
    if (activity === null) throw new BadInputError(argument, 'the id of an activity that is served here; see Query.activities');
    return activity;
  }

  /** The generation that began last in any activity, because a query may read several: domain/read-generations.ts. */
  readGeneration(): number {
    return this.shared.service.generations.latest;
  }

  /** The reads of the operation so far. */
  reads(): OperationReads {
    return { usage: this.usage, audited: this.audit.reads, noViewers: this.noViewers };
  }

  /** Records the reads of another operation, whose result is the result of this one too. */
  addReads({ usage, audited, noViewers }: OperationReads): void {
    this.#upstream.usage.share(usage);
    this.audit.addReads(audited);
    this.noViewers.push(...noViewers);
  }

  /** Returns the `extensions` of the response; undefined for none. Called when the operation is complete. */
  responseExtensions(): Record<string, unknown> | undefined {
    const report = this.shared.upstreamReport ? this.#upstream.usage.report() : undefined;
    const stale = this.usage.stale.map(({ endpointPath, activityId, ageSeconds }) => ({ operation: endpointPath, activityId, ageSeconds }));
    if (!report && stale.length === 0 && this.noViewers.length === 0) return undefined;
    const extensions: Record<string, unknown> = {};
    if (report) extensions['upstream'] = report;
    if (stale.length > 0) extensions['stale'] = stale;
    if (this.noViewers.length > 0) extensions['viewer'] = this.noViewers;
    return extensions;
  }
}

const activityIdsOf = ({ activities }: Caller, { activityIds }: ContextDependencies): readonly ActivityId[] =>
  activities === undefined ? activityIds : activityIds.filter((id) => activities.has(id));

/** The resolver of a field that no class declares. */
export type Resolve = GraphQLFieldResolver<unknown, GraphContext, Readonly<Record<string, unknown>>>;

/** The operation's use of the service so far. */
export type UsageCounts = Readonly<Pick<UpstreamUsage, 'startedCalls' | 'attempts' | 'coalesced' | 'cached' | 'stale' | 'freshUntil'>>;

/** The reads of an operation: of the service and its cache, of people for the audit, and of viewers that are null. */
export interface OperationReads {
  readonly usage: UsageCounts;
  readonly audited: AuditedReads;
  readonly noViewers: readonly NoViewer[];
}

/** Creates the context of one operation: program/context-factory.ts makes what all of them share, once. */
export type CreateGraphContext = (operation: { readonly caller: Caller; readonly signal: CancelSignal }) => GraphContext;
