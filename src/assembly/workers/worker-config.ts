import type { Config } from '../../config/config.js';
import type { WorkerSetup } from './worker-functions.js';

/** The settings of one of several workers: limits of the program are divided among them, but not those that Redis counts for all. */
export function configOfWorker(config: Config, { ports, stateFile }: Pick<WorkerSetup, 'ports' | 'stateFile'>): Config {
  const { workers, service, server, redis } = config;
  return {
    ...config,
    stateFile,
    service: { ...service, maxConnections: Math.floor(service.maxConnections / workers) },
    server: {
      ...server,
      maxConnections: Math.ceil(server.maxConnections / workers),
      rateLimit: server.rateLimit !== null && redis === null ? server.rateLimit / workers : server.rateLimit,
      ...(ports && { port: portOf(ports.url), admin: { ...server.admin, port: portOf(ports.adminUrl) } }),
    },
  };
}

const portOf = (url: string): number => Number(new URL(url).port || 80);
