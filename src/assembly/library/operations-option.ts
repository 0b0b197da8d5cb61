import { asSettingProblems } from '../../config/json-file.js';
import { checkOperations } from '../../config/operations-file/operations-file.js';
import { extractDocumentedGraph } from '../../graph/schema/extract-documented-graph.js';
import { operationScopes } from '../../model/bound/bound-scopes.js';
import { noOperationsFile, type OperationsFile } from '../../model/bound/endpoint-binding.js';
import { dataScopes, type Scope } from '../../records/caller.js';
import { optionKinds } from './option-kinds.js';

/**
 * Reads the operations of a library's option.
 * @returns null and all problems if there is one. A value that is not an object is reported with the other options.
 */
export function operationsOption(given: unknown) {
  if (given === undefined) return { operations: noOperationsFile, problems: [] };
  if (!isOptionOperations(given)) return { operations: null, problems: [] };
  const { operations, problems } = checkOperations(given, extractDocumentedGraph());
  return { operations, problems: asSettingProblems('operations', problems) };
}

const isOptionOperations = (given: unknown): boolean => optionKinds.get('operations')!.is(given);

/** The scopes of a graph on data: the documented scopes, and the scopes of its bound operations. */
export const dataScopesOf = ({ bindings }: OperationsFile): ReadonlySet<Scope> => new Set([...dataScopes, ...operationScopes(bindings)]);
