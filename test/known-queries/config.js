import base from '../../jest.config.js';

/** Suites of the same folders that run no query of HTTP, or one only, and take long. A new suite is included until it is listed here. */
const withoutQueries = [
  'faults/any-reply.test.ts',
  'faults/lane.test.ts',
  'faults/network.test.ts',
  'faults/not-sent.test.ts',
  'server/authentication/credential-end.program.test.ts',
  'server/authentication/tokens.test.ts',
  'server/http/send-response.test.ts',
  'server/operations/documents/trusted-files.test.ts',
  // It tests the store that is replaced.
  'server/operations/known-queries.test.ts',
  'server/process.program.test.ts',
  'server/subscriptions/',
];

/**
 * The suites whose queries pass through the operation runner, with `KnownQueries` replaced.
 * @param replacement the file in this folder that replaces it
 * @param others further suites to leave out
 */
export const configWith = (replacement, others = []) => ({
  ...base,
  rootDir: '../..',
  testMatch: ['<rootDir>/test/{server,faults}/**/*.test.ts', '<rootDir>/test/graph/**/*.program.test.ts'],
  testPathIgnorePatterns: [...base.testPathIgnorePatterns, ...[...withoutQueries, ...others].map((suite) => `<rootDir>/test/${suite}`)],
  moduleNameMapper: { '/known-queries\\.js$': `<rootDir>/test/known-queries/${replacement}` },
});
