/** What jest does before it starts the workers. */
export { createTemporaryFolder as default } from './temporary-folder.mjs';
