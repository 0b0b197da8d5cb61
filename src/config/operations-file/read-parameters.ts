/* Reads the parameters and the constants of an operation of OPERATIONS_FILE. */

import type { BoundConstant, BoundParameter, BoundTypeReference } from '../../records/operations-file.js';
import { constantFormat, expectedName, namePattern, parameterFormat, type OperationFormat } from './format.js';
import { below, type FileProblems } from './problems.js';
import { typeReference } from './type-reference.js';

export interface BoundParameters {
  readonly parameters: readonly BoundParameter[];
  readonly constants: readonly BoundConstant[];
}

/** Reads the parameters of an operation. Those with problems are left out. */
export function readParameters(operation: Partial<OperationFormat>, pointer: string, problems: FileProblems): BoundParameters {
  const wireNames = new Map<string, string>();
  const parameters: BoundParameter[] = [];
  const constants: BoundConstant[] = [];
  for (const [name, part] of Object.entries(operation.parameters ?? {})) {
    const at = below(pointer, 'parameters', name);
    const read = isConstant(part) ? readConstant(name, part, at, problems) : readParameter(name, part, at, problems);
    if (read === null) continue;
    const other = wireNames.get(read.wireName);
    if (other !== undefined) problems.add(at, `expected another name in the request: ${other} has the same`);
    wireNames.set(read.wireName, below('', name).slice(1));
    if ('value' in read) constants.push(read);
    else parameters.push(read);
    if (operation.on === 'Mutation' && name === 'activityId' && !('value' in read))
      problems.add(at, 'expected another name: every Mutation has the argument activityId, which names the activity of the call');
  }
  return { parameters, constants };
}

const isConstant = (part: unknown): boolean => typeof part === 'object' && part !== null && Object.hasOwn(part, 'value');

function readConstant(name: string, part: unknown, pointer: string, problems: FileProblems): BoundConstant | null {
  if (name === '') problems.add(pointer, 'expected the name of the parameter in the request');
  const constant = problems.read(constantFormat, part, pointer);
  if (constant?.value === undefined) return null;
  const { value } = constant;
  const [placeholder] = typeof value === 'string' ? (/\{(?!activityId\})\w+\}/.exec(value) ?? []) : [];
  if (placeholder !== undefined) problems.add(below(pointer, 'value'), 'expected no other placeholder than {activityId}');
  return { wireName: name, value };
}

function readParameter(name: string, part: unknown, pointer: string, problems: FileProblems): BoundParameter | null {
  if (!namePattern.test(name)) problems.add(pointer, `expected ${expectedName}; the name in the request is the member "as"`);
  const parameter = problems.read(parameterFormat, part, pointer);
  if (parameter?.type === undefined) return null;
  const type = typeReference(parameter.type);
  if (parameter.kind !== undefined && type.name !== 'ID')
    problems.add(below(pointer, 'kind'), 'expected the type ID: only ids are of a kind');
  if (parameter.default !== undefined && !fits(parameter.default, type))
    problems.add(below(pointer, 'default'), `expected a value of the type ${parameter.type}`);
  return {
    name,
    wireName: parameter.as ?? name,
    type,
    defaultValue: parameter.default,
    kind: parameter.kind ?? null,
    description: parameter.description ?? null,
  };
}

/** Whether a type has this JSON value, and GraphQL can write it: no lone surrogates, and no number as large as 1e999. */
function fits(value: unknown, { name, nonNull, list }: BoundTypeReference): boolean {
  if (value === null) return !nonNull;
  if (list === null) return isOf[name]!(value);
  return Array.isArray(value) && value.every((item) => (item === null ? !list.nonNullItems : isOf[name]!(item)));
}

const isText = (value: unknown): boolean => typeof value === 'string' && value.isWellFormed();

const isOf: Readonly<Record<string, (value: unknown) => boolean>> = {
  String: isText,
  Int: (value) => typeof value === 'number' && value === (value | 0),
  Float: (value) => Number.isFinite(value),
  Boolean: (value) => typeof value === 'boolean',
  ID: (value) => isText(value) || Number.isSafeInteger(value),
};
