/* Reads OPERATIONS_FILE: from its text to checked operations, or to all problems. */

import type { DocumentedGraph } from '../../model/bound/documented-graph.js';
import type { OperationsFile } from '../../model/bound/endpoint-binding.js';
import { isObject } from '../../primitives/is-object.js';
import { readTextFile } from '../../primitives/text-file.js';
import type { SettingProblem } from '../problem.js';
import { checkTypes, checkUse } from './check-types.js';
import { below, FileProblems, type FileProblem } from './problems.js';
import { readOperations } from './read-operations.js';
import { readTypes } from './read-types.js';
import { repeatedMembers } from './repeated-members.js';

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
  const document = parsedFile(path);
  if ('unreadable' in document) return { operations: null, problems: [{ setting, expected: document.unreadable }] };
  const { operations, problems } = checkOperations(document.json, graph);
  const repeated = document.repeated.map((pointer) => ({ pointer, expected: 'expected one member of this name' }));
  return { operations: repeated.length === 0 ? operations : null, problems: asSettingProblems(setting, [...repeated, ...problems]) };
}

/** The problems of a file as problems of the setting or option that names it. */
export const asSettingProblems = (setting: string, problems: readonly FileProblem[]): readonly SettingProblem[] =>
  problems.map(({ pointer, expected }) => ({ setting, expected: `${pointer === '' ? 'the file' : pointer}: ${expected}` }));

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

function parsedFile(path: string): { readonly json: unknown; readonly repeated: readonly string[] } | { readonly unreadable: string } {
  let text: string;
  try {
    text = readTextFile(path);
  } catch {
    return { unreadable: 'expected the path of a file that this user may read' };
  }
  try {
    return { json: JSON.parse(text) as unknown, repeated: repeatedMembers(text) };
  } catch (error) {
    return { unreadable: `expected a JSON file${syntaxErrorPosition(error, text)}` };
  }
}

/** The position at which a text is not JSON. The parser's own message is not shown, because it may quote the text, and a secret in it. */
function syntaxErrorPosition(error: unknown, text: string): string {
  const message = error instanceof Error ? error.message : '';
  const [, position] = /position (\d+)/.exec(message) ?? [];
  if (position === undefined) return message.includes('end of JSON') ? '; its end is missing' : '';
  const lines = text.slice(0, Number(position)).split('\n');
  return `; line ${lines.length}, column ${lines.at(-1)!.length + 1} is not JSON`;
}
