import { readConfig } from '../../src/config.js';
import { createLog } from '../../src/server/log.js';
import { start } from '../../src/start.js';

export interface ProgramUnderTest {
  ask(query: string): Promise<{ data: unknown; errors?: readonly { extensions: unknown }[] }>;
  close(): Promise<void>;
}

/** The whole program over the service at an address, asked over HTTP; nothing is kept from one answer to the next. */
export async function programOver(url: string, settings: Readonly<Record<string, string>> = {}): Promise<ProgramUnderTest> {
  const config = readConfig({
    EVENT_SERVICE_URL: url,
    EVENT_SERVICE_PUBLIC_KEY: 'public',
    EVENT_SERVICE_PRIVATE_KEY: 'private',
    EVENT_SERVICE_ACTIVITY_IDS: '1001,1002',
    AUTH_DISABLED: 'true',
    CACHE_TTL: 'off',
    PORT: '0',
    ADMIN_PORT: '0',
    LOG_LEVEL: 'silent',
    ...settings,
  });
  const program = await start(config, createLog(config.log));
  return {
    close: () => program.close(),
    ask: async (query) => {
      const response = await fetch(`${program.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      });
      return response.json() as ReturnType<ProgramUnderTest['ask']>;
    },
  };
}
