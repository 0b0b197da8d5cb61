/* Bound operations from the content of an operations file. */

import { checkOperations } from '../../src/config/operations-file.js';
import { documentedGraph } from '../../src/graph/types/bound-fields.js';
import type { OperationsFile } from '../../src/records/operations-file.js';

/** The operations of a file without mistakes. */
export function bound(file: { readonly types?: object; readonly operations: object }): OperationsFile {
  const { value: operations, problems } = checkOperations(JSON.parse(JSON.stringify(file)), documentedGraph());
  expect(problems).toEqual([]);
  return operations!;
}
