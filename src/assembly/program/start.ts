/* Starts the program: puts the stages together from the settings, in the order in which they depend on each other. */

import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { loadActivitiesFile } from '../../config/activities-file.js';
import type { Config } from '../../config/config.js';
import { createErrorFormat } from '../../graph/errors/error-format.js';
import { operationScopes } from '../../model/bound/bound-scopes.js';
import { createAuthenticate } from '../../server/authentication/authentication.js';
import { exampleOperations } from '../../server/explorer/example-operations.js';
import { startServer, type RunningServer } from '../../server/server.js';
import { unexpectedErrorFields } from '../../server/telemetry/log/error-fields.js';
import { writesSettled } from '../at-most-once-writes.js';
import { OpenResources } from '../open-resources.js';
import { createGraph, type ProgramGraph } from './graph.js';
import { loadOperationsFile } from './load-operations-file.js';
import { loadTrustedDocuments } from './load-trusted-documents.js';
import type { ProgramOptions } from './program-options.js';
import { openService, type ProgramService } from './service.js';
import { openTelemetry, type Telemetry } from './telemetry.js';
import type { WorkerParts } from './worker-parts.js';

/** The program while it runs. */
export interface RunningProgram {
  /** The address of the graph, such as http://127.0.0.1:4000. */
  readonly url: string;
  readonly adminUrl: string;
  /** Completes the requests in progress, then closes everything. */
  readonly close: () => Promise<void>;
}

/**
 * Starts the program in this process. If a part fails to start, the parts that were opened before it are closed.
 * @param worker the parts of a program that is one of several workers; by default it is alone
 * @throws Error with the cause
 */
export async function start(config: Config, log: Logger, worker?: WorkerParts): Promise<RunningProgram> {
  const opened = new OpenResources();
  try {
    const files = { operationsFile: loadOperationsFile(config), activities: loadActivitiesFile(config.activitiesFile) };
    const { url, adminUrl } = await assemble({ config, ...files, log, opened, worker });
    return { url, adminUrl, close: () => opened.close() };
  } catch (error) {
    await opened.close().catch(() => {});
    throw error;
  }
}

/** Constructs the parts in the order in which they depend on each other. They are closed in the reverse order. */
async function assemble(options: ProgramOptions): Promise<RunningServer> {
  const telemetry = await openTelemetry(options);
  const service = await openService(options, telemetry);
  const graph = createGraph(options, telemetry, service);
  const server = await serve(options, telemetry, service, graph);
  service.sandbox?.runChanges(options.log, server.url, options.config.checkInHook);
  return options.opened.add(server);
}

function serve(
  { config, operationsFile, log, worker }: ProgramOptions,
  { metrics, audit, traces }: Telemetry,
  { address, replicas, writes }: ProgramService,
  { schema, createContext, checkOperation, checkInFeeds }: ProgramGraph,
): Promise<RunningServer> {
  const { maxTokens, explorer } = config.server;
  return startServer({
    schema,
    createContext,
    checkOperation,
    loadTrustedDocuments: (prepare) => loadTrustedDocuments(config.trustedDocuments, { schema, maxTokens, prepare, checkOperation }, log),
    trustedDocumentsMode: config.trustedDocuments.mode,
    formatError: createErrorFormat({
      newErrorId: randomUUID,
      report: ({ errorId, requestId, error }) => log.error({ errorId, requestId, ...unexpectedErrorFields(error) }, 'Unexpected error'),
    }),
    authenticate: createAuthenticate(config.auth, log, () => performance.now(), operationScopes(operationsFile.bindings)),
    metrics,
    settings: config.server,
    log,
    audit,
    traces,
    bucketStore: replicas?.buckets ?? null,
    ...(worker && { onListening: worker.onListening }),
    waitForWrites: async (maxMs) => {
      await Promise.race([writesSettled(writes), pause(maxMs, undefined, { ref: false })]);
      // The operations of these writes still have to learn the outcomes.
      await nextTurn();
    },
    checkInHook: {
      secrets: config.checkInHook.secrets,
      activityIds: address.activityIds,
      receive: (activityId, payload) => checkInFeeds.publish(activityId, payload),
    },
    explorerContent: {
      examples: explorer === 'off' ? [] : exampleOperations(config.operationsFile),
      authenticated: config.auth.required,
    },
  });
}
