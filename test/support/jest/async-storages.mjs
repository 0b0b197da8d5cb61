/*
 * Jest keeps in an AsyncLocalStorage which test an error belongs to. Every suite has one of its own, and jest disables none. On Node 20 and
 * 22, each promise of a worker then copies the value of every earlier suite's: a sixth of the CPU time of 150 suites in one worker. So they
 * are disabled with their suite. Those of programs that a suite started are among them.
 */

import { AsyncLocalStorage } from 'node:async_hooks';

const { run } = AsyncLocalStorage.prototype;
const used = new Set();

AsyncLocalStorage.prototype.run = function (...given) {
  used.add(this);
  return run.apply(this, given);
};

/** Disables the storages of the suite that has ended. One that is used again is enabled again. */
export function disableAsyncStorages() {
  for (const storage of used) storage.disable();
  used.clear();
}
