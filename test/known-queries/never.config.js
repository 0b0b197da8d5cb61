import base from '../../jest.config.js';

/** The tests of HTTP and of the graph, with `KnownQueries` replaced by `never.ts`. */
export default {
  ...base,
  rootDir: '../..',
  testMatch: ['<rootDir>/test/{server,graph,schema,faults}/**/*.test.ts'],
  moduleNameMapper: { '/known-queries\\.js$': '<rootDir>/test/known-queries/never.ts', ...base.moduleNameMapper },
};
