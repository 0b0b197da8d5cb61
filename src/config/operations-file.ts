/*
 * Reads OPERATIONS_FILE: from its text to checked operations, or to all problems. The schema of the file is in operations-format.ts; here is
 * what its parts mean together, and in the graph.
 */

import * as z from 'zod';
import { isObject } from '../primitives/values.js';
import { dataScopes, isOperationScope, isPersonalScope, isSelfScope, type Scope } from '../records/caller.js';
import { parseGlobalId, parseServiceId, type EntityKind } from '../records/ids.js';
import {
  boundRecords,
  boundScalars,
  noOperationsFile,
  payloadNameOf,
  scopesByType,
  scopesOfRecord,
  typesBelow,
  type BoundConstant,
  type BoundParameter,
  type BoundType,
  type BoundTypeReference,
  type DocumentedGraph,
  type EndpointBinding,
  type OperationsFile,
} from '../records/operations-file.js';
import { checkJson, readJsonFile, type Checked, type Problem } from './checked-json.js';
import { expectedPattern, messagePattern } from './message-pattern.js';
import { expectedName, namePattern, operationSchema, operationsSchema, typeSchema, typeReference } from './operations-format.js';

/**
 * Reads and checks an operations file.
 * @param setting the name of the setting or command-line option, for errors
 * @returns no operations without a file
 * @throws ConfigError with all its problems
 */
export const readOperationsFile = (path: string | null, graph: DocumentedGraph, setting = 'OPERATIONS_FILE'): OperationsFile =>
  path === null ? noOperationsFile : readJsonFile(path, setting, (content) => checkOperations(content, graph));

type Operation = z.output<typeof operationSchema>;
const builtInNames: readonly string[] = [...Object.keys(boundRecords), ...boundScalars];

/** The members of an object that fit a schema, and have a name of GraphQL. The others are problems already, and are not checked further. */
function fitting<Schema extends z.ZodType>(schema: Schema, members: unknown): readonly (readonly [name: string, z.output<Schema>])[] {
  return Object.entries(isObject(members) ? members : {}).flatMap(([name, member]) => {
    const { value } = checkJson(schema, member);
    return value === null || !namePattern.test(name) ? [] : [[name, value] as const];
  });
}

/** What the steps of a check share. */
interface Check {
  readonly graph: DocumentedGraph;
  /** Types with problems are known by their names, and not in `types`. */
  readonly knownNames: readonly string[];
  readonly types: ReadonlyMap<string, BoundType>;
  /** The names that the type of a mutation's result cannot have. */
  readonly takenNames: Set<string>;
  readonly add: (path: Problem['path'], expected: string) => void;
}

/** Checks the content of an operations file, part by part. */
export function checkOperations(document: unknown, graph: DocumentedGraph): Checked<OperationsFile> {
  // The problems that the schema finds. Others are added for each part that fits it.
  const problems = [...checkJson(operationsSchema, document).problems];
  const add: Check['add'] = (path, expected) => void problems.push({ path, expected: `expected ${expected}` });
  const parts: Readonly<Record<string, unknown>> = isObject(document) ? document : {};
  const typeNames = Object.keys(isObject(parts['types']) ? parts['types'] : {});
  const types = new Map<string, BoundType>();
  const knownNames = [...builtInNames, ...typeNames];
  const check: Check = { graph, knownNames, types, takenNames: new Set([...graph.types, ...typeNames]), add };
  for (const [name, type] of fitting(typeSchema, parts['types'])) types.set(name, checkedType(name, type, check));
  const bindings = fitting(operationSchema, parts['operations']).map(([key, operation]) => checkedBinding(key, operation, check));
  const operations = { types: [...types.values()], bindings };
  const scopes = scopesByType(operations);
  for (const type of operations.types) checkFields(type, scopes.get(type.name), check);
  // A type that only a part with a problem names is not called unused.
  const unused = problems.length === 0 ? typeNames.filter((name) => !scopes.has(name)) : [];
  for (const name of unused) add(['types', name], 'an operation that returns it: nothing uses this type');
  return { value: problems.length === 0 ? operations : null, problems };
}

function checkedType(name: string, { description, fields }: z.output<typeof typeSchema>, check: Check): BoundType {
  if (check.graph.types.has(name) || builtInNames.includes(name))
    check.add(['types', name], 'another name: the graph has a type of this name, or of this name behind TYPE_PREFIX');
  // `await` reads this member of every object, and would fail with it.
  if (Object.hasOwn(fields, 'then'))
    check.add(['types', name, 'fields', 'then'], 'another name: an object with a member "then" counts as a promise');
  const read = Object.entries(fields).map(([field, stated]) => ({
    name: field,
    type: knownType(stated.type, ['types', name, 'fields', field, 'type'], check),
    from: (stated.from ?? field).split('.'),
    description: stated.description,
  }));
  return { name, description, fields: read };
}

/** Reads the notation of a scalar, a documented record or a type of the file. */
function knownType(notation: string, path: Problem['path'], { knownNames, add }: Check): BoundTypeReference {
  const type = typeReference(notation);
  if (!knownNames.includes(type.name)) add(path, `a known type: ${knownNames.join(', ')}`);
  return type;
}

function checkedBinding(key: string, operation: Operation, check: Check): EndpointBinding {
  const { graph, takenNames, add } = check;
  const at = (...members: string[]) => ['operations', key, ...members];
  const { on, method, path, auth = 'service', body = method === 'POST' ? 'multipart' : 'none', data, ttl: ttlSeconds = null } = operation;
  const { repeatable = on === 'Activity', description, deprecated } = operation;
  if (graph.fields[on].has(key)) add(at(), `another name: ${on} has a field of this name`);
  const payload = payloadNameOf(key);
  if (on === 'Mutation' && takenNames.has(payload)) add(at(), `another name: its result would be the type ${payload}, which exists`);
  if (on === 'Mutation') takenNames.add(payload);
  if (method === 'GET' && body !== 'none') add(at('body'), 'none: GET has no body');
  if (path.split('/').some((segment) => segment === '.' || segment === '..')) add(at('path'), 'a path without the segments . and ..');
  const result = knownType(operation.result ?? 'JSON', at('result'), check);
  const isSuccess = result.name === 'Boolean' && result.list === null && data === undefined;
  const own: Scope = `operations:${key}`;
  const scopes = [...bindableScopes, own];
  const scope = scopes.find((each) => each === (operation.scope ?? own));
  if (scope === undefined) add(at('scope'), `one of ${scopes.join(', ')}`);
  // What an operation with a scope of its own returns is not known.
  const { personal = scope !== undefined && (isPersonalScope(scope) || isOperationScope(scope)) } = operation;
  const uncached = ttlSeconds === null ? null : whyNotCached(on, personal, result, check);
  if (uncached !== null) add(at('ttl'), `no ttl: ${uncached}`);
  const notFound = operation.notFound === undefined ? null : messagePattern({ source: operation.notFound, flags: '' });
  if (notFound === undefined) add(at('notFound'), expectedPattern);
  return {
    key,
    on,
    method,
    path,
    auth,
    body,
    ...checkedParameters(key, operation, check),
    result,
    data: isSuccess ? null : (data ?? 'data').split('.'),
    scope: scope ?? own,
    personal,
    repeatable,
    ttlSeconds,
    notFound: notFound ?? null,
    description,
    deprecated,
  };
}

function whyNotCached(on: Operation['on'], personal: boolean, result: BoundTypeReference, { types }: Check): string | null {
  if (on === 'Mutation') return 'replies to writes are not cached';
  if (personal) return 'personal data is not cached. If the result has none, set "personal" to false';
  const fields = [...typesBelow(result.name, types)].flatMap((name) => types.get(name)!.fields);
  const person = [result.name, ...fields.map(({ type }) => type.name)].find((name) => scopesOfRecord(name).some(isPersonalScope));
  return person === undefined ? null : `the result contains ${person}, which is personal data and is not cached`;
}

function checkedParameters(key: string, { on, parameters: given = {} }: Operation, { add }: Check) {
  const wireNames = new Map<string, string>();
  const parameters: BoundParameter[] = [];
  const constants: BoundConstant[] = [];
  for (const [name, part] of Object.entries(given)) {
    const at = ['operations', key, 'parameters', name];
    const wireName = 'value' in part ? name : (part.as ?? name);
    const other = wireNames.get(wireName);
    if (other !== undefined) add(at, `another name in the request: ${other} has the same`);
    wireNames.set(wireName, name);
    if ('value' in part) {
      if (/\{(?!activityId\})\w+\}/.test(String(part.value))) add([...at, 'value'], 'no other placeholder than {activityId}');
      constants.push({ wireName, value: part.value });
      continue;
    }
    const { default: defaultValue, kind = null, description } = part;
    const type = typeReference(part.type);
    if (!namePattern.test(name)) add(at, `${expectedName}; the name in the request is the member "as"`);
    if (on === 'Mutation' && name === 'activityId')
      add(at, 'another name: every Mutation has the argument activityId, which names the activity of the call');
    if (kind !== null && type.name !== 'ID') add([...at, 'kind'], 'the type ID: only ids are of a kind');
    if (defaultValue !== undefined && !fits(defaultValue, type)) add([...at, 'default'], `a value of the type ${part.type}`);
    else if (kind !== null && !areIdsOf(kind, defaultValue)) add([...at, 'default'], `an id such as "${kind}:1001:7" or "7"`);
    parameters.push({ name, wireName, type, defaultValue, kind, description });
  }
  return { parameters, constants };
}

/** @param scope of all callers who read the type; null for several, undefined if nothing returns it */
function checkFields({ name, fields }: BoundType, scope: Scope | null | undefined, { types, add }: Check): void {
  const at = (field: string) => ['types', name, 'fields', field, 'type'];
  const cycle = fields.find(({ type }) => isRequired(type) && typesBelow(type.name, types, isRequired).has(name));
  if (cycle) add(at(cycle.name), 'a nullable type or a list: the field leads back to its own type, so no value would ever end');
  for (const { name: field, type } of fields) {
    // Without the scope of its record the field is null.
    const [required] = scopesOfRecord(type.name);
    if (required === undefined || !type.nonNull || scope === undefined || scope === required) continue;
    add(at(field), `a nullable type: ${type.name} requires the scope ${required}, and the field is null for callers without it`);
  }
}

/** The documented scopes that an operation may have. Those of a caller's own record and of documents open no operation. */
const bindableScopes: readonly Scope[] = [...dataScopes].filter((scope) => !isSelfScope(scope));

/** Whether a value is always there. A list may be empty. */
const isRequired = ({ nonNull, list }: BoundTypeReference): boolean => nonNull && list === null;

/** Whether a default is one or several ids of a kind, or nothing. With another one, each use without the argument would fail. */
const areIdsOf = (kind: EntityKind, value: unknown): boolean =>
  [value ?? []].flat().every((given) => {
    const id = typeof given === 'number' ? String(given) : given;
    return id === null || (typeof id === 'string' && (parseServiceId(id) !== null || parseGlobalId(id)?.kind === kind));
  });

const wholeText = z.string().refine((text) => text.isWellFormed());

const scalarSchemas: Readonly<Record<string, z.ZodType>> = {
  String: wholeText,
  Int: z.int32(),
  Float: z.number(),
  Boolean: z.boolean(),
  ID: z.union([wholeText, z.int()]),
};

/** Whether a type has this JSON value. */
function fits(value: unknown, { name, nonNull, list }: BoundTypeReference): boolean {
  const scalar = scalarSchemas[name]!;
  const schema = list === null ? scalar : z.array(list.nonNullItems ? scalar : scalar.nullable());
  return (nonNull ? schema : schema.nullable()).safeParse(value).success;
}
