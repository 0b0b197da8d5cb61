/* The order in which jest starts the suites, so that its workers end together. */

const Sequencer = require('@jest/test-sequencer').default;

/** The suites of more than five seconds, the longest first, as a path ends. Those that mostly wait begin beside those that compute. */
const longest = [
  // With the number of operations of .ci/run.
  'graph/execution/execute.test.ts',
  'program/process.program.test.ts',
  'program/workers/workers.test.ts',
  'faults/state-file.test.ts',
  'faults/transport.test.ts',
  'server/server.limits.test.ts',
  'federation/hive-gateway.test.ts',
  'server/subscriptions/subscriptions.credential-end.program.test.ts',
  'faults/replicas.test.ts',
  'abuse/event-loop.test.ts',
  'clients/trusted-documents.test.ts',
  'storage/sqlite/sqlite-outcomes.test.ts',
  'faults/service-trouble.test.ts',
  'doctor/examination.test.ts',
  'federation/compose.test.ts',
  'server/subscriptions/subscriptions.check-ins.program.test.ts',
  'abuse/memory.test.ts',
  'faults/not-sent.test.ts',
  'program/process.hidden-classes.program.test.ts',
  'domain/at-most-once/at-most-once-writes.model.test.ts',
  'server/telemetry/traces.test.ts',
  'abuse/fuzz.test.ts',
  'server/http/upgrade.test.ts',
  'domain/sso-logins.model.test.ts',
  'server/authentication/tokens.test.ts',
  'abuse/process.test.ts',
  'access/scopes.sdl.graph.test.ts',
  'faults/operator.test.ts',
  'sandbox/http.test.ts',
  'faults/registration.test.ts',
  'server/subscriptions/subscriptions.test.ts',
  'repository/adding.test.ts',
  'doctor/main.test.ts',
  'storage/redis/redis-channels.test.ts',
  'server/subscriptions/subscriptions.accounting.program.test.ts',
];

/**
 * Orders the longest suites first and the others as jest does: by their duration in an earlier run, else by size.
 * Without this list a run from a clean clone, which has no earlier run, would start some of them last and end with one busy worker.
 */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => {
      const index = longest.findIndex((suite) => path.endsWith(`/test/${suite}`));
      return index === -1 ? longest.length : index;
    };
    return [...super.sort(tests)].sort((one, other) => rank(one) - rank(other));
  }
};
