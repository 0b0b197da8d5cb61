import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Config } from './config.js';
import { connect, type ServiceAddress } from './connect.js';
import { contextFactory, guardedWrites } from './context-factory.js';
import { memoryOutcomes } from './domain/memory-outcomes.js';
import { createErrorFormat, type Defect } from './graph/errors.js';
import { createSubgraph } from './graph/schema.js';
import type { ActivityId } from './model/ids.js';
import { Secret } from './model/secret.js';
import { createAuthenticate } from './server/authentication.js';
import { startServer } from './server/server.js';
import { sandboxActivityIds, sandboxKeys, sandboxNotFoundPattern, startSandbox } from './sandbox/sandbox.js';
import { firstQuery } from './first-query.js';

export interface RunningProgram {
  /** Where the graph listens, such as http://127.0.0.1:4000. */
  readonly url: string;
  readonly adminUrl: string;
  /** Drains and ends everything that was started. */
  close(): Promise<void>;
}

/** Puts the program together: config → service → operations → graph → server. Nothing else constructs. */
export async function start(config: Config, log: Logger): Promise<RunningProgram> {
  const address = config.live ? { ...config.live, close: async () => {} } : await embeddedService();
  const service = await connect(address, config.service);
  const createContext = contextFactory(service, guardedWrites(memoryOutcomes(Date.now), address.privateKey), {
    service: { ...config.service, notFoundPattern: config.service.notFoundPattern ?? (config.live ? null : new RegExp(sandboxNotFoundPattern)) },
    upstreamReport: config.graph.upstreamReport,
    activityIds: address.activityIds,
    baseUrl: address.url,
  });
  const { schema } = createSubgraph({ maxPageSize: config.service.maxPageSize, authDirectives: config.graph.federationAuthDirectives });
  const server = await startServer({
    schema,
    createContext,
    formatError: createErrorFormat({ newErrorId: randomUUID, report: (defect) => logDefect(log, defect) }),
    authenticate: createAuthenticate(config.auth),
    config: config.server,
    log,
    defaultQueries: [firstQuery],
  });
  return {
    url: server.url,
    adminUrl: server.adminUrl,
    close: async () => {
      await server.close();
      await service.close();
      await address.close();
    },
  };
}

/** The sandbox: a service of its own on a free loopback port, asked with real signatures over real HTTP. */
async function embeddedService(): Promise<ServiceAddress & { close(): Promise<void> }> {
  const sandbox = await startSandbox();
  return {
    url: sandbox.url,
    publicKey: sandboxKeys.publicKey,
    privateKey: new Secret(sandboxKeys.privateKey),
    activityIds: sandboxActivityIds as readonly number[] as readonly ActivityId[],
    close: () => sandbox.close(),
  };
}

/** The stack tells where; the message may hold data, so it stays out. */
function logDefect(log: Logger, { errorId, requestId, error }: Defect): void {
  const stack = error instanceof Error ? (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at ')).join('\n') : undefined;
  log.error({ errorId, requestId, error: error instanceof Error ? error.name : typeof error, stack }, 'A defect of ours');
}
