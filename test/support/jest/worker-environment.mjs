/* One context of Node for all suites of a worker, instead of one for each. */

import { TestEnvironment } from 'jest-environment-node';

/** Has the context of all suites of the worker that share modules, and lives as long as the worker. */
let ofWorker;

/** The environment of a suite that shares modules, and so the context, with the other suites of its worker. */
export class WorkerEnvironment {
  constructor(config, context) {
    this.ofWorker = ofWorker ??= environmentOfWorker(config, context);
    this.context = ofWorker.context;
    this.global = ofWorker.global;
    this.moduleMocker = ofWorker.moduleMocker;
    this.fakeTimers = ofWorker.fakeTimers;
    this.fakeTimersModern = ofWorker.fakeTimersModern;
    // Jest adds the handlers of a suite to those that it finds here.
    delete this.global[Symbol.for('EVENT_HANDLERS')];
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.useRealTimers();
    // Jest loads no module for a suite that has ended.
    this.context = null;
  }

  getVmContext() {
    return this.context;
  }

  exportConditions() {
    return this.ofWorker.exportConditions();
  }
}

function environmentOfWorker(config, context) {
  const environment = new TestEnvironment(config, context);
  // Jest refers to all values that a global had, to delete their properties with the context. This context is never deleted.
  environment['_globalProxy'].register = () => {};
  return environment;
}
