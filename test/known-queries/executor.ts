import type { ExecutorName } from '../../src/server/server-settings.js';

/** The executor of the tests that execute as the server does. `EXECUTOR=graphql-js npx jest …` runs them with the other one. */
export const executorUnderTest: ExecutorName = process.env['EXECUTOR'] === 'graphql-js' ? 'graphql-js' : 'own';
