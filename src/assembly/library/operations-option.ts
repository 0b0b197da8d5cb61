import { asSettingProblems, checkOperations } from '../../config/operations-file/operations-file.js';
import { graphNames } from '../../graph/schema.js';
import { noOperationsFile } from '../../model/bound/bound-operation.js';
import { optionKinds } from './option-kinds.js';

/**
 * Reads the operations of a library's option.
 * @returns null and all problems if there is one. That it is no object is reported with the other options.
 */
export function operationsOption(given: unknown) {
  if (given === undefined) return { operations: noOperationsFile, problems: [] };
  if (!isOptionOperations(given)) return { operations: null, problems: [] };
  const { operations, problems } = checkOperations(given, graphNames());
  return { operations, problems: asSettingProblems('operations', problems) };
}

const isOptionOperations = (given: unknown): boolean => optionKinds.get('operations')!.is(given);
