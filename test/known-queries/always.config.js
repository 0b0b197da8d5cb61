import { configWith } from './config.js';

/** No query passes Apollo Server. One suite is left out: it counts how often a document is parsed. */
export default configWith('always.ts', ['server/operations/documents/unparsed-documents.program.test.ts']);
