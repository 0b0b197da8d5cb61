/** What jest does when all suites have ended. */
export { removeTemporaryFolder as default } from './temporary-folder.mjs';
