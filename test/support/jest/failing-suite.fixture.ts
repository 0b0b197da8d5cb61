/* A suite that fails while it has servers open. closing-environment.test.ts runs it. */

import { countedSandbox } from '../counted-sandbox.js';
import { fakeService } from '../fake-service.js';

describe('with a graph that does not start', () => {
  beforeAll(async () => void (await countedSandbox({ env: { EVENT_SERVICE_TIMEOUT_MS: 'soon' } })));
  test('a test', () => {});
});

test('with a test that fails', async () => {
  await fakeService({});
  throw new Error('This test fails.');
});
