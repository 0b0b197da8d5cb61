import { readConfig } from './config.js';
import { connect } from './connect.js';
import { contextFactory, guardedWrites } from './context-factory.js';
import { memoryOutcomes } from './domain/memory-outcomes.js';
import { sqliteOutcomes } from './domain/sqlite-outcomes.js';
import type { CreateContext } from './graph/context.js';
import { createSubgraph, type Subgraph } from './graph/schema.js';
import type { ActivityId } from './model/ids.js';
import { Secret } from './model/secret.js';
import { serviceSettings } from './options.js';
import type { RestClientOptions } from './rest-client.js';

export { createRestClient, type RestClient, type RestClientOptions } from './rest-client.js';
export { ConfigError } from './config.js';
export type { CancelSignal } from './model/cancellation.js';
export { allScopes, type Caller, type Scope } from './model/caller.js';
export { createErrorFormat, type Defect, type ErrorReporting } from './graph/errors.js';
export * from './model/errors.js';
export * from './model/upstream-errors.js';
export type { CreateContext, GraphContext } from './graph/context.js';
export type { Subgraph } from './graph/schema.js';

export interface EventGraphOptions extends RestClientOptions {
  /** The activities that are served, and no others; the first is the default. */
  readonly activityIds: readonly [number, ...number[]];
  /** Whether the SDL publishes @authenticated and @requiresScopes. True unless told otherwise. */
  readonly authDirectives?: boolean;
  /** Put before the name of every type of ours, for schemas that have such names already. */
  readonly typePrefix?: string;
  /** Whether entities implement Relay's Node. */
  readonly relayNode?: boolean;
  /** File that remembers registrations by their idempotency keys; in memory where left out. */
  readonly stateFile?: string;
  /** `extensions.upstream` in what `answerExtensions` gives. */
  readonly upstreamReport?: boolean;
}

export interface EventGraph extends Subgraph {
  /** Makes the context of one operation: who asks, and a signal that ends its reads. */
  readonly createContext: CreateContext;
  readonly close: () => Promise<void>;
}

/**
 * The executable subgraph schema and its context factory, for another server or a stitched schema. Reads no environment,
 * listens on nothing. @throws ConfigError that names every bad option
 */
export async function createEventGraph(options: EventGraphOptions): Promise<EventGraph> {
  const { url, publicKey, authDirectives = true, typePrefix = null, relayNode = false, stateFile, upstreamReport = false } = options;
  const privateKey = new Secret(options.privateKey);
  const activityIds = options.activityIds as readonly number[] as readonly ActivityId[];
  const settings = serviceSettings(options);
  const defaults = readConfig({});
  const service = await connect({ url, publicKey, privateKey, activityIds }, settings);
  const outcomes = stateFile === undefined ? memoryOutcomes(Date.now) : sqliteOutcomes(stateFile, Date.now);
  const createContext = contextFactory(service, guardedWrites(outcomes, privateKey), {
    service: settings,
    upstreamReport,
    maxUpstreamCalls: defaults.limits.maxUpstreamCalls,
    activityIds,
    baseUrl: url,
  });
  const close = async () => {
    await service.close();
    await outcomes.close();
  };
  return { ...createSubgraph({ maxPageSize: settings.maxPageSize, authDirectives, typePrefix, relayNode }), createContext, close };
}
