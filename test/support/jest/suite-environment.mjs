/* The environment of a suite: what it shares, and what its end closes. */

import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { TestEnvironment } from 'jest-environment-node';
import { disableAsyncStorages } from './async-storages.mjs';
import { closing } from './closing-environment.mjs';
import { shareScripts } from './shared-scripts.mjs';
import { WorkerEnvironment } from './worker-environment.mjs';

shareScripts();

const ofSuite = (Environment) =>
  class extends closing(Environment) {
    constructor(...given) {
      super(...given);
      // As in production. Jest's 100 frames are mapped to the sources for every error whose stack is read, in most tests of errors; and
      // graphql-js would compare the names of classes in each check of a type, a tenth of the time of the graph's tests.
      this.global.Error.stackTraceLimit = 10;
      this.global.process.env.NODE_ENV = 'production';
    }

    async teardown() {
      try {
        await super.teardown();
      } finally {
        disableAsyncStorages();
      }
    }
  };

const Isolated = ofSuite(TestEnvironment);

/** Whether this worker has run a suite before. */
let sharesModules = false;

/** States once, if a test fails, that the cause may be another suite. */
class Sharing extends ofSuite(WorkerEnvironment) {
  constructor(config, context) {
    super(config, context);
    const path = relative(config.globalConfig.rootDir, context.testPath);
    this.hint = sharesModules ? `${path} shared modules with the suites before it. With ISOLATED=1 each suite has its own.\n` : '';
    sharesModules = true;
  }

  async handleTestEvent(event) {
    await super.handleTestEvent(event);
    if (event.name !== 'test_done' || event.test.errors.length === 0) return;
    process.stderr.write(this.hint);
    this.hint = '';
  }
}

/**
 * Suites share modules (`shared-modules-runtime.cjs`), except a suite that replaces some: it has modules and globals of its own. With
 * ISOLATED=1 every suite has, which shows whether a suite fails because of another one.
 */
export default function SuiteEnvironment(config, context) {
  const isIsolated = process.env.ISOLATED === '1' || /\bjest\.(mock|doMock|isolateModules)/.test(readFileSync(context.testPath, 'utf8'));
  return isIsolated ? new Isolated(config, context) : new Sharing(config, context);
}
