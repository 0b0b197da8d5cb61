import { createHmac } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { Config } from '../config/config.js';
import { Activities, type AtMostOnceWrites } from '../domain/activities.js';
import { ArticleContents } from '../domain/article-contents.js';
import { Ledger } from '../domain/at-most-once/ledger.js';
import { MobileLocks } from '../domain/at-most-once/mobile-locks.js';
import type { OutcomeStore } from '../domain/at-most-once/outcome-store.js';
import { PageSizeLimit } from '../domain/page-size-limit.js';
import type { Secret } from '../model/secret.js';
import { StockFeeds } from '../domain/stock-feeds.js';
import { Upstream, type Service } from '../domain/upstream.js';
import { Audit } from '../graph/access/audit.js';
import type { CreateContext } from '../graph/context.js';
import type { ActivityId } from '../model/ids.js';
import { OpenResources } from './open-resources.js';

export interface OperationSettings {
  readonly service: Pick<Config['service'], 'maxPageSize'> & { readonly notFoundPattern: { test(text: string): boolean } | null };
  readonly upstreamReport: boolean;
  /** How many calls to the service one operation may cause. */
  readonly maxUpstreamCalls: number;
  readonly activityIds: readonly ActivityId[];
  readonly baseUrl: string;
}

/**
 * Makes contexts: what one operation may ask of a service, and what its answer tells of that.
 * @param opened receives what goes on between operations, to be closed
 */
export function contextFactory(
  service: Service,
  writes: AtMostOnceWrites,
  { service: rules, upstreamReport, maxUpstreamCalls, activityIds, baseUrl }: OperationSettings,
  opened = new OpenResources(),
): CreateContext {
  const pageSizeLimits = { list: new PageSizeLimit(), byIds: new PageSizeLimit() };
  const stockFeeds = opened.add(new StockFeeds(service.reads, pause, () => performance.now()));
  const shared = {
    activityIds,
    publicBaseUrl: baseUrl.replace(/\/+$/, ''),
    maxPageSize: rules.maxPageSize,
    notFoundPattern: rules.notFoundPattern,
    pageSizeLimits,
    articleContents: new ArticleContents(),
  };
  return ({ caller, signal }) => {
    // Every read of an operation listens, and there may be many.
    if (signal instanceof AbortSignal) setMaxListeners(0, signal);
    const upstream = new Upstream(service, signal, maxUpstreamCalls, caller.credential);
    return {
      caller,
      activities: new Activities(upstream, shared, writes),
      stockFeeds,
      audit: new Audit(),
      usage: upstream.usage,
      responseExtensions: () => {
        const { usage } = upstream;
        const report = upstreamReport ? usage.report() : undefined;
        if (!report && usage.stale.length === 0) return undefined;
        return { ...(report && { upstream: report }), ...(usage.stale.length > 0 && { stale: usage.stale }) };
      },
    };
  };
}

/** What keeps writes from happening twice, over a store of outcomes. Digests of inputs are keyed with the organiser's key. */
export function atMostOnceWrites(store: OutcomeStore, privateKey: Secret): AtMostOnceWrites {
  const tools = {
    store,
    digest: (text: string) => createHmac('sha256', privateKey.reveal()).update(text).digest('base64url'),
    now: Date.now,
  };
  return { ledger: new Ledger(tools), locks: new MobileLocks(tools) };
}

/** Waits, or not even that once the signal aborts. Nothing is kept alive for it. */
const pause = (ms: number, signal: AbortSignal): Promise<void> => setTimeout(ms, undefined, { signal, ref: false }).catch(() => {});
