import base from '../../jest.config.js';

/** The tests of HTTP and of the graph, with `KnownQueries` replaced by `never.ts`. */
export default {
  ...base,
  rootDir: '../..',
  testMatch: ['<rootDir>/test/{server,graph,schema,faults}/**/*.test.ts'],
  // It tests the store that is replaced.
  testPathIgnorePatterns: [...base.testPathIgnorePatterns, '<rootDir>/test/server/operations/known-queries.test.ts'],
  moduleNameMapper: { '/known-queries\\.js$': '<rootDir>/test/known-queries/never.ts', ...base.moduleNameMapper },
};
