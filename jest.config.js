import { availableParallelism } from 'node:os';

/*
 * Workers start with the options of this process. A young generation of 64 MB instead of 16 is collected a quarter as often: tests make many
 * short-lived objects, and every suite a graph of its own.
 */
process.execArgv.push('--max-semi-space-size=64');

/** Tests run as CommonJS through swc: it emits the decorator metadata that TypeGraphQL reads. */
export default {
  testEnvironment: '<rootDir>/test/support/jest/suite-environment.mjs',
  runtime: '<rootDir>/test/support/jest/shared-modules-runtime.cjs',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  // Each of these folders has a script of its own: npm run test:package, test:replicas, test:gateways and test:image.
  testPathIgnorePatterns: ['/node_modules/', ...['package', 'replicas', 'gateways', 'image'].map((name) => `<rootDir>/test/${name}/`)],
  /*
   * Many suites wait (for sockets, deadlines, child processes) rather than compute, so two workers more than there are processors
   * finish earlier than the default of one worker fewer. The sequencer starts the longest suites first, so that none ends alone.
   */
  maxWorkers: availableParallelism() + 2,
  testSequencer: '<rootDir>/test/longest-first.cjs',
  // Ends a test that hangs. It is no bound on how long an operation may take: on a busy machine everything takes several times as long.
  testTimeout: 60_000,
  // A worker without open handles ends immediately on an idle machine. On a busy one jest's half a second is too short, and it warns of a leak.
  workerGracefulExitTimeout: 20_000,
  setupFiles: ['reflect-metadata'],
  globalSetup: '<rootDir>/test/support/jest/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/jest/global-teardown.mjs',
  resolver: '<rootDir>/test/support/jest/resolver.mjs',
  // jose is written as ES modules; the exporter of traces loads node:http by import(), which jest's sandbox does not have.
  transformIgnorePatterns: ['/node_modules/(?!(jose|@opentelemetry/otlp-exporter-base)/)'],
  transform: {
    '^.+\\.(ts|js|mjs)$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
          keepClassNames: true,
        },
        module: { type: 'commonjs' },
      },
    ],
  },
};
