/*
 * Jest keeps in an AsyncLocalStorage which test or hook an error belongs to: one for each suite, which it never disables. On Node 20 and 22
 * a storage in use makes every promise slower, and each promise of a worker copies the value of every earlier suite's. That was a sixth of
 * the CPU time of a run. The tests of a suite run one after another, so a variable holds the same as Jest's storage. Storages of the
 * program, which needs them for traces, work as in production, and are disabled when their suite ends.
 */

import { AsyncLocalStorage } from 'node:async_hooks';

const { run, getStore } = AsyncLocalStorage.prototype;
/** By storage of Jest, the test or hook that runs. */
const running = new WeakMap();
/** The storages of programs that the suite has used. */
const used = new Set();

const isOfJest = (value) => typeof value === 'object' && value !== null && ('test' in value || 'hook' in value);

AsyncLocalStorage.prototype.run = function (value, callback, ...given) {
  if (isOfJest(value)) return runWithin(this, value, callback);
  used.add(this);
  return run.call(this, value, callback, ...given);
};

AsyncLocalStorage.prototype.getStore = function () {
  return running.get(this) ?? getStore.call(this);
};

/** Runs a test or a hook. A hook runs within its test. */
async function runWithin(storage, value, callback) {
  const outer = running.get(storage);
  running.set(storage, value);
  try {
    return await callback();
  } finally {
    running.set(storage, outer);
  }
}

/** Disables the storages of the suite that has ended. One that is used again is enabled again. */
export function disableAsyncStorages() {
  for (const storage of used) storage.disable();
  used.clear();
}
