/* The memory that documents of subscriptions may take: server.limits.test.ts has the limit of a caller over sockets. */

import { dataScopes } from '../../../src/records/caller.js';
import type { PreparedOperation } from '../../../src/server/operations/prepare.js';
import { HeldDocuments } from '../../../src/server/subscriptions/held-documents.js';

test('callers hold 64 MiB of different documents together; one that several hold counts once, until none does', () => {
  const documents = new HeldDocuments();
  const hold = (name: string, prepared: object) => documents.hold({ name, scopes: dataScopes }, prepared as PreparedOperation);
  const [small, large] = [{ bytes: 1 }, { bytes: 16 * 1024 * 1024 }];
  const releases = [hold('a', large), hold('b', large)];
  for (const name of ['c', 'd', 'e']) hold(name, { ...large });
  expect(() => hold('f', small)).toThrow('too much memory');
  releases[0]!();
  expect(() => hold('f', small)).toThrow('too much memory');
  hold('a', large)();
  releases[1]!();
  hold('f', small);
});
