import { randomUUID } from 'node:crypto';
import type { GraphQLSchema } from 'graphql';
import { CheckInFeeds } from '../../domain/check-in-events/check-in-feeds.js';
import type { CreateGraphContext } from '../../graph/context.js';
import { createOperationCheck, type CheckOperation } from '../../graph/cost/operation-limits.js';
import { createSubgraph } from '../../graph/schema/schema.js';
import { LocalChannels } from '../../storage/memory/local-channels.js';
import { createContextFactory } from '../context-factory.js';
import type { ProgramOptions } from './program-options.js';
import type { ProgramService } from './service.js';
import type { Telemetry } from './telemetry.js';

/** The graph over the service: its schema, the context of each operation, and the limits of operations. */
export interface ProgramGraph {
  readonly schema: GraphQLSchema;
  readonly createContext: CreateGraphContext;
  readonly checkOperation: CheckOperation;
  /** The check-ins that the service pushes. */
  readonly checkInFeeds: CheckInFeeds;
}

export function createGraph(
  { config, operationsFile, opened, worker }: ProgramOptions,
  { metrics }: Telemetry,
  { address, activities, notFoundPattern, endpoints, writes, replicas }: ProgramService,
): ProgramGraph {
  const checkInFeeds = new CheckInFeeds({
    channels: replicas?.channels ?? worker?.channels ?? new LocalChannels(),
    attendeeAt: config.checkInHook.attendeeAt,
    newId: randomUUID,
    now: Date.now,
    onReceived: (activityId) => endpoints.generations.beginNext(activityId),
    onTooSlow: metrics.countSlowCheckInSubscriber,
  });
  const { maxPageSize, maxIds } = config.service;
  const settings = {
    attendeeRules: { maxPageSize, maxIds, notFoundPattern },
    upstreamReport: config.graph.upstreamReport,
    maxUpstreamCalls: config.limits.maxUpstreamCalls,
    activityIds: address.activityIds,
    baseUrl: address.url,
    newWaitBudget: replicas?.newWaitBudget,
    operations: operationsFile,
    activities,
    checkInFeeds,
  };
  const createContext = createContextFactory(endpoints, writes, settings, opened);
  const { schema } = createSubgraph({ ...config.graph, maxPageSize, operations: operationsFile });
  const checkOperation = createOperationCheck(config.limits, { schema, maxPageSize, maxIds, activityIds: address.activityIds });
  return { schema, createContext, checkOperation, checkInFeeds };
}
