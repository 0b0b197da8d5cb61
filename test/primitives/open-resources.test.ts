/* The order in which what a program has opened is closed, and what a failure to close changes. */

import { OpenResources } from '../../src/primitives/open-resources.js';
import { gate } from '../support/gate.js';

test('resources are closed once and in reverse order, even if one fails; every close waits for all and reports the failure', async () => {
  const closed: string[] = [];
  const first = gate();
  const resources = new OpenResources();
  resources.add({
    close: async () => {
      await first.opened;
      closed.push('first');
    },
  });
  resources.add({ close: () => Promise.reject(new Error('failed')) });
  resources.add({ close: async () => void closed.push('last') });
  const ends = [resources.close(), resources.close()].map((end) => end.catch((error: unknown) => closed.push(String(error))));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(closed).toEqual(['last']);
  first.open();
  await Promise.all(ends);
  expect(closed).toEqual(['last', 'first', 'Error: failed', 'Error: failed']);
});
