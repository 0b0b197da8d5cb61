/* The audits of graphql-http. */

import { serverAudits } from 'graphql-http';
import type { RunningServer } from '../../src/server/server.js';
import { startToyServer } from './toy-server.js';

describe('every audit of GraphQL over HTTP passes', () => {
  let server: RunningServer;
  beforeAll(async () => (server = await startToyServer()));

  test.each(serverAudits({ url: () => `${server.url}/graphql` }).map((audit) => [audit.name, audit] as const))(
    '%s',
    async (_name, audit) => {
      const result = await audit.fn();
      expect({ status: result.status, reason: 'reason' in result ? result.reason : undefined }).toEqual({
        status: 'ok',
        reason: undefined,
      });
    },
  );
});
