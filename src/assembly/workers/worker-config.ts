import type { Config } from '../../config/config.js';
import type { ListeningAddresses } from '../../workers/workers.js';

/**
 * The settings of one of several workers: limits of the program are divided among them.
 * @param ports where to listen; null for the ports of the settings
 */
export function configOfWorker(config: Config, ports: ListeningAddresses | null): Config {
  const { workers, service, server } = config;
  return {
    ...config,
    service: { ...service, maxConnections: Math.floor(service.maxConnections / workers) },
    server: {
      ...server,
      maxConnections: Math.ceil(server.maxConnections / workers),
      ...(ports && { port: portOf(ports.url), admin: { ...server.admin, port: portOf(ports.adminUrl) } }),
    },
  };
}

const portOf = (url: string): number => Number(new URL(url).port || 80);
