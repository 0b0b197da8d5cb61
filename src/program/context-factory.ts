/* Makes what all operations share, and the context of each over it: lookups of attendees, feeds, and writes that are sent once. */

import { randomUUID } from 'node:crypto';
import type { Config, ServiceAccount } from '../config/config.js';
import type { ActivityDependencies } from '../domain/activities.js';
import { ConvertedBodies } from '../domain/articles/articles.js';
import type { AtMostOnceWrites } from '../domain/at-most-once/at-most-once-writes.js';
import { PageSizes } from '../domain/attendees/attendee-range.js';
import type { AttendeeDependencies } from '../domain/attendees/attendees.js';
import { BatchedLookups } from '../domain/attendees/batched-lookups.js';
import { IdsPerCall } from '../domain/attendees/read-by-ids.js';
import { CheckInAttendees, CheckInFeeds } from '../domain/check-ins.js';
import { StockFeeds } from '../domain/stock.js';
import type { ServiceAccess } from '../domain/upstream.js';
import { GraphContext, type CreateGraphContext, type ContextDependencies } from '../graph/context.js';
import type { OpenResources } from '../primitives/open-resources.js';
import type { FactsByActivity } from '../records/activity-facts.js';
import type { ActivityId } from '../records/ids.js';
import type { OperationsFile } from '../records/operations-file.js';
import { boundEndpoints } from '../service/bound.js';
import { qrCodeUrlsBelow } from '../service/endpoints.js';
import { LocalChannels } from '../storage/channels.js';

/** Settings that apply to each operation. */
interface ContextFactoryOptions extends Pick<ContextDependencies, 'maxUpstreamCalls' | 'upstreamReport' | 'storeWaitMs'> {
  readonly account: Pick<ServiceAccount, 'url' | 'activityIds'>;
  readonly attendeeRules: Pick<Config['service'], 'maxPageSize' | 'maxIds' | 'clockOffsetSeconds' | 'notFoundPattern'>;
  readonly operations: OperationsFile;
  readonly activityFacts: FactsByActivity;
  /** The check-ins that the service pushes. Omitted: there are none. */
  readonly checkInFeeds?: CheckInFeeds;
}

/**
 * Returns a function that creates the context of one operation.
 * @param opened receives the parts that live longer than an operation and must be closed
 */
export function createContextFactory(
  service: ServiceAccess,
  writes: AtMostOnceWrites,
  { account, attendeeRules, operations, activityFacts, checkInFeeds = withoutPushes(), ...limits }: ContextFactoryOptions,
  opened: OpenResources,
): CreateGraphContext {
  opened.add(checkInFeeds);
  const attendeeDependencies = attendeeDependenciesOf(service, account.activityIds, attendeeRules);
  const stockFeeds = opened.add(new StockFeeds(service.reader, startTimer, () => performance.now()));
  const dependencies: ActivityDependencies = {
    stockFeeds,
    ...attendeeDependencies,
    checkInFeeds,
    checkInAttendees: new CheckInAttendees(service, attendeeDependencies, checkInFeeds),
    boundEndpoints: boundEndpoints(operations),
    activityFacts,
    writes,
  };
  const shared: ContextDependencies = {
    service,
    activityIds: account.activityIds,
    dependencies,
    convertedBodies: new ConvertedBodies(),
    qrCodeUrl: qrCodeUrlsBelow(account.url),
    ...limits,
  };
  return ({ caller, signal }) => new GraphContext(caller, signal, shared);
}

/** The feeds of a graph to which the service pushes nothing, such as a graph of the library. */
const withoutPushes = () => new CheckInFeeds({ channels: new LocalChannels(), attendeeAt: null, newId: randomUUID, now: Date.now });

/** Calls a function after a time, unless the returned function is called before. The timer does not keep the process running. */
function startTimer(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms).unref();
  return () => clearTimeout(timer);
}

/**
 * The time from the beginning of a call in which lookups gather for the next one, in milliseconds. Measured in
 * docs/decisions/0014-lookups-share-calls.md.
 */
const lookupPauseMs = 2;
const afterLookupPause = (resume: () => void) => void setTimeout(resume, lookupPauseMs);

/** Returns what the attendees of all operations share: what is inferred about the service, and the lookups of each activity. */
function attendeeDependenciesOf(
  service: ServiceAccess,
  served: readonly ActivityId[],
  { maxIds, ...rules }: ContextFactoryOptions['attendeeRules'],
): AttendeeDependencies {
  const idsPerCall = new IdsPerCall(maxIds, () => performance.now());
  const lookups = new Map(
    served.map((activityId) => [activityId, new BatchedLookups({ activityId, service, idsPerCall, afterPause: afterLookupPause })]),
  );
  return { ...rules, pageSizes: new PageSizes(), lookupsOf: (activityId) => lookups.get(activityId)! };
}
