import { type DocumentedGraph, boundRecords, boundScalars, type BoundField, type BoundType } from '../../records/operations-file.js';
import { maxTypingErrors, nearest } from '../edit-distance.js';
import { expectedName, fieldFormat, namePattern, typeFormat } from './format.js';
import { below, type FileProblems } from './problems.js';
import { typeReference } from './type-reference.js';

const notOurs: ReadonlySet<string> = new Set([...boundRecords, ...boundScalars]);

/** Reads the member `types` of an operations file (OPERATIONS_FILE). Types with problems are left out. */
export function readTypes(given: Readonly<Record<string, unknown>>, graph: DocumentedGraph, problems: FileProblems): readonly BoundType[] {
  // All names first: a message that lists the types omits those with a problem.
  for (const name of Object.keys(given)) checkName(name, graph, below('/types', name), problems);
  return Object.entries(given).flatMap(([name, part]) => {
    const pointer = below('/types', name);
    const type = problems.read(typeFormat, part, pointer);
    if (type?.fields === undefined) return [];
    if (Object.keys(type.fields).length === 0) problems.add(below(pointer, 'fields'), 'expected at least one field');
    const fields = Object.entries(type.fields).flatMap(
      ([field, fieldPart]) => readField(field, fieldPart, given, below(pointer, 'fields', field), problems) ?? [],
    );
    return [{ name, description: type.description ?? null, fields }];
  });
}

function checkName(name: string, graph: DocumentedGraph, pointer: string, problems: FileProblems): void {
  if (!namePattern.test(name)) problems.add(pointer, `expected ${expectedName}`);
  else if (graph.types.has(name) || notOurs.has(name)) problems.add(pointer, 'expected another name: the graph has a type of this name');
}

function readField(
  name: string,
  part: unknown,
  types: Readonly<Record<string, unknown>>,
  pointer: string,
  problems: FileProblems,
): BoundField | null {
  if (!namePattern.test(name)) problems.add(pointer, `expected ${expectedName}`);
  const field = problems.read(fieldFormat, part, pointer);
  if (field?.type === undefined) return null;
  const type = typeReference(field.type);
  checkType(type.name, types, below(pointer, 'type'), problems);
  return { name, type, from: (field.from ?? name).split('.'), description: field.description ?? null };
}

/** Whether a scalar, a documented record or a type of the file has the name. */
export const isKnown = (name: string, types: Readonly<Record<string, unknown>>): boolean => notOurs.has(name) || Object.hasOwn(types, name);

/** Checks that a type exists: a scalar, a documented record, or a type of the file, even if that has problems of its own. */
export function checkType(name: string, types: Readonly<Record<string, unknown>>, pointer: string, problems: FileProblems): void {
  if (isKnown(name, types)) return;
  const known = [...notOurs, ...Object.keys(types).filter((type) => !notOurs.has(type) && !problems.has(below('/types', type)))];
  const similar = nearest(name, known, maxTypingErrors);
  problems.add(pointer, similar ? `expected a known type; did you mean ${similar.name}?` : `expected a known type: ${known.join(', ')}`);
}
