/* Reads OPERATIONS_FILE: from its text to checked operations, or to all problems. */

import { isObject } from '../../primitives/values.js';
import type { DocumentedGraph, OperationsFile } from '../../records/operations-file.js';
import { asSettingProblems, readJsonFile } from '../json-file.js';
import type { SettingProblem } from '../problem.js';
import { checkTypes, checkUse } from './check-types.js';
import { below, FileProblems, type FileProblem } from './problems.js';
import { readOperations } from './read-operations.js';
import { readTypes } from './read-types.js';

/** An operations file after all checks: its operations if it has no problem. */
export interface CheckedOperations {
  readonly operations: OperationsFile | null;
  readonly problems: readonly FileProblem[];
}

/** Reads and checks an operations file. @returns its operations, or null and all problems as problems of the setting */
export function readOperationsFile(
  path: string,
  graph: DocumentedGraph,
  setting: string,
): { readonly operations: OperationsFile | null; readonly problems: readonly SettingProblem[] } {
  const file = readJsonFile(path);
  if ('unreadable' in file) return { operations: null, problems: [{ setting, expected: file.unreadable }] };
  const { operations, problems } = checkOperations(file.json, graph);
  return {
    operations: file.repeated.length === 0 ? operations : null,
    problems: asSettingProblems(setting, [...file.repeated, ...problems]),
  };
}

/** Checks the content of an operations file. All problems are reported at once. */
export function checkOperations(document: unknown, graph: DocumentedGraph): CheckedOperations {
  const problems = new FileProblems();
  const parts = partsOf(document, problems);
  if (parts === null) return { operations: null, problems: problems.all };
  const types = readTypes(parts.types, graph, problems);
  const bound = { types, bindings: readOperations(parts.operations, parts.types, graph, problems) };
  checkTypes(bound, graph, problems);
  checkUse(parts.types, parts.operations, problems);
  return { operations: problems.all.length === 0 ? bound : null, problems: problems.all };
}

type Members = Readonly<Record<string, unknown>>;
const members = ['$schema', 'types', 'operations'];

/** The members of the file. @returns null if there is no operation to check */
function partsOf(document: unknown, problems: FileProblems): { readonly types: Members; readonly operations: Members } | null {
  if (!isObject(document)) {
    problems.add('', 'expected an object with the member operations');
    return null;
  }
  for (const key of Object.keys(document)) {
    if (!members.includes(key)) problems.add(below('', key), `unknown member; expected one of ${members.join(', ')}`);
  }
  const { $schema, types = {}, operations } = document;
  if ($schema !== undefined && typeof $schema !== 'string') problems.add('/$schema', 'expected the path or address of a JSON Schema');
  if (!isObject(types)) problems.add('/types', 'expected an object with a member for each type');
  if (!isObject(operations)) {
    problems.add('/operations', `${operations === undefined ? 'missing; ' : ''}expected an object with a member for each operation`);
    return null;
  }
  return { types: isObject(types) ? types : {}, operations };
}
