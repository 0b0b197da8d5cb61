/*
 * Jest loads every module again for each suite. Here a worker loads a module once, and its suites share it: the modules are evaluated once,
 * and their functions stay compiled and optimized. That saves a third of the CPU time of the suites of `test/graph`.
 * A suite therefore leaves no state in a module or in a global. One that replaces modules gets its own (`suite-environment.mjs`).
 */

const { default: Runtime } = require('jest-runtime');

/** Loads the shared modules. */
let shared;

module.exports = class SharedModulesRuntime extends Runtime {
  constructor(config, environment, resolver, transformer, cacheFS, coverage, suite, globalConfig) {
    super(config, environment, resolver, transformer, cacheFS, coverage, suite, globalConfig);
    this.suite = suite;
    if (environment.ofWorker === undefined) return;
    this.shared = shared ??= new Runtime(config, environment.ofWorker, resolver, transformer, cacheFS, coverage, suite, globalConfig);
  }

  /** A module that is not required by name is the suite, a module of `setupFiles`, or what runs the tests of this suite. */
  requireModule(from, name, options, isRequireActual) {
    const isOfSuite = name === undefined && (from === this.suite || options?.isInternalModule);
    if (this.shared === undefined || isOfSuite) return super.requireModule(from, name, options, isRequireActual);
    return this.shared.requireModule(from, name, options, isRequireActual);
  }

  /** By the path of a module, that of its source map: those of the shared modules too. */
  getSourceMaps() {
    const own = super.getSourceMaps();
    if (this.shared === undefined) return own;
    const ofShared = this.shared.getSourceMaps();
    return {
      get: (path) => own.get(path) ?? ofShared.get(path),
      *[Symbol.iterator]() {
        yield* ofShared;
        yield* own;
      },
    };
  }
};
