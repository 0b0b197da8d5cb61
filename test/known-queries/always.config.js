import base from '../../jest.config.js';

/** The tests of HTTP and of the graph, with `KnownQueries` replaced by `always.ts`. */
export default {
  ...base,
  rootDir: '../..',
  testMatch: ['<rootDir>/test/{server,graph,schema,faults}/**/*.test.ts'],
  // They test the store that is replaced, and count how often a document is parsed.
  testPathIgnorePatterns: [
    ...base.testPathIgnorePatterns,
    '<rootDir>/test/server/operations/known-queries.test.ts',
    '<rootDir>/test/server/operations/documents/unparsed-documents.program.test.ts',
  ],
  moduleNameMapper: { '/known-queries\\.js$': '<rootDir>/test/known-queries/always.ts', ...base.moduleNameMapper },
};
