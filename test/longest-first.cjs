const Sequencer = require('@jest/test-sequencer').default;

/** The suites of more than ten seconds, the longest first, as a path ends. */
const longest = [
  'server/subscriptions/check-ins.program.test.ts',
  'server/authentication/credential-end.program.test.ts',
  'server/process.program.test.ts',
  'faults/any-reply.test.ts',
  'frozen/scopes.test.ts',
  'frozen/operations.test.ts',
  'abuse/fuzz.test.ts',
  'faults/replicas.test.ts',
  'faults/transport.test.ts',
  'abuse/operations.test.ts',
  'doctor/main.test.ts',
  'domain/sso-logins.model.test.ts',
  'server/subscriptions/accounting.program.test.ts',
  'server/subscriptions/subscriptions.test.ts',
  'faults/registration.test.ts',
  'domain/at-most-once/idempotent-writes.model.test.ts',
  'field-mapping/proofs.test.ts',
  'faults/service-trouble.test.ts',
  'abuse/connections.test.ts',
  'abuse/event-loop.test.ts',
  'clients/trusted-documents.test.ts',
  'federation/compose.test.ts',
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
