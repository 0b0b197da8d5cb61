import type { SandboxEndpoint } from '../../../src/sandbox/endpoint.js';
import { listCategories } from '../../../src/sandbox/endpoints/category.js';
import { router } from '../../../src/sandbox/http/router.js';
import { sandboxKeys } from '../../../src/sandbox/sandbox.js';
import { ActivityStore } from '../../../src/sandbox/store.js';

test('two endpoints of one path are refused at the start, also with different methods', () => {
  const routed = (...endpoints: readonly SandboxEndpoint[]) =>
    router({ endpoints, store: new ActivityStore([]), keys: sandboxKeys, now: () => 0, onRequest: () => {} });
  expect(() => routed(listCategories)).not.toThrow();
  const other: SandboxEndpoint = { ...listCategories, method: listCategories.method === 'GET' ? 'POST' : 'GET' };
  expect(() => routed(listCategories, other)).toThrow(
    `Two endpoints of the sandbox have the path ${listCategories.path}. Remove one of them.`,
  );
});
