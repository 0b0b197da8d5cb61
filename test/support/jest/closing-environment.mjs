/**
 * Closes what the tests have opened, in reverse order: what a test or its beforeEach opens when the test ends, what a beforeAll opens when
 * its describe block ends, in each case after the hooks. A test that fails, or a beforeAll that throws half-way, leaves nothing open: a
 * server or a process that stays open would keep jest from ending. Clocks that a test stopped go on before its hooks. `test/support/afterwards.ts` is how the tests use it.
 */
export const closing = (Environment) =>
  class extends Environment {
    /** The closing functions of the suite, of the describe blocks around the test and of the test itself, innermost last. */
    scopes = [[]];
    timeoutMs;

    constructor(config, context) {
      super(config, context);
      this.timeoutMs = config.projectConfig.testTimeout;
      this.global.runAfterwards = (close) => void this.scopes.at(-1).push(close);
    }

    async handleTestEvent({ name }) {
      if (name === 'run_describe_start' || name === 'test_started') this.scopes.push([]);
      if (name === 'test_fn_success' || name === 'test_fn_failure') this.fakeTimersModern.useRealTimers();
      if (name === 'run_describe_finish' || name === 'test_done') await this.closeInnermost();
    }

    /** What is still open here was opened outside of tests and hooks, or a closing has thrown: jest then calls this immediately. */
    async teardown() {
      try {
        while (this.scopes.length > 0) await this.closeInnermost();
      } finally {
        await super.teardown();
      }
    }

    async closeInnermost() {
      const scope = this.scopes.at(-1);
      while (scope.length > 0) await withinMs(this.timeoutMs, scope.pop());
      this.scopes.pop();
    }
  };

/** @throws Error if the function takes longer than a hook may take */
async function withinMs(ms, close) {
  let timer;
  const timeout = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`What a test opened has not closed within ${ms} ms: ${close}`)), ms);
  });
  try {
    await Promise.race([close(), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
