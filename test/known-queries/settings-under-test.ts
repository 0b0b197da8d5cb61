import type { ExecutorName } from '../../src/server/server-settings.js';

const { EXECUTOR = '', SHARE_RESULTS = '', JSON_SCAN = '' } = process.env;

/** The executor of the tests that execute as the server does. `EXECUTOR=graphql-js npx jest …` runs them with the other one. */
export const executorUnderTest: ExecutorName = EXECUTOR === 'graphql-js' ? 'graphql-js' : 'own';

/** The optimisations of the programs and graphs under test: `JSON_SCAN=false npx jest …` runs the tests without the scanner. */
export const settingsUnderTest = { EXECUTOR: executorUnderTest, SHARE_RESULTS, JSON_SCAN };
