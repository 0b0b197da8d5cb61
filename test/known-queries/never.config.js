import { configWith } from './config.js';

/** Every query passes Apollo Server; `npm run test:known` has it executed by graphql-js. */
export default configWith('never.ts');
