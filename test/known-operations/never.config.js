import base from '../../jest.config.js';

/** The tests of HTTP and of the graph, with `KnownOperations` replaced by `never.ts`. */
export default {
  ...base,
  rootDir: '../..',
  testMatch: ['<rootDir>/test/{server,graph,schema,faults}/**/*.test.ts'],
  moduleNameMapper: { '/known-operations\\.js$': '<rootDir>/test/known-operations/never.ts', ...base.moduleNameMapper },
};
