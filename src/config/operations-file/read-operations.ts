import { dataScopes, isOperationScope, isPersonalScope, isSelfScope, type Scope } from '../../records/caller.js';
import { type DocumentedGraph, payloadNameOf, type EndpointBinding } from '../../records/operations-file.js';
import { expectedPattern, messagePattern } from '../message-pattern.js';
import { expectedName, namePattern, operationFormat, type OperationFormat } from './format.js';
import { below, type FileProblems } from './problems.js';
import { readParameters } from './read-parameters.js';
import { checkType } from './read-types.js';
import { typeReference } from './type-reference.js';

/** Reads the member `operations` of an operations file (OPERATIONS_FILE). Operations with problems are left out. */
export function readOperations(
  given: Readonly<Record<string, unknown>>,
  types: Readonly<Record<string, unknown>>,
  graph: DocumentedGraph,
  problems: FileProblems,
): readonly EndpointBinding[] {
  const payloads = new Set<string>();
  return Object.entries(given).flatMap(([key, part]) => {
    const pointer = below('/operations', key);
    if (!namePattern.test(key)) problems.add(pointer, `expected ${expectedName}`);
    const operation = problems.read(operationFormat, part, pointer);
    if (operation === null) return [];
    const { on } = operation;
    if (on !== undefined && graph.fields[on].has(key)) problems.add(pointer, `expected another name: ${on} has a field of this name`);
    if (on === 'Mutation') {
      const payload = payloadNameOf(key);
      if (graph.types.has(payload) || Object.hasOwn(types, payload) || payloads.has(payload))
        problems.add(pointer, `expected another name: its result would be the type ${payload}, which exists`);
      payloads.add(payload);
    }
    return [readOperation(key, operation, types, pointer, problems)];
  });
}

function readOperation(
  key: string,
  operation: Partial<OperationFormat>,
  types: Readonly<Record<string, unknown>>,
  pointer: string,
  problems: FileProblems,
): EndpointBinding {
  // A member with a problem has its default here. It does not matter: a file with a problem binds nothing.
  const { on = 'Activity', method = 'POST', path = '', auth = 'service', ttl, notFound } = operation;
  const { body = method === 'POST' ? 'multipart' : 'none' } = operation;
  const result = typeReference(operation.result ?? 'JSON');
  checkType(result.name, types, below(pointer, 'result'), problems);
  if (method === 'GET' && body !== 'none') problems.add(below(pointer, 'body'), 'expected none: GET has no body');
  if (path.split('/').some((segment) => segment === '.' || segment === '..'))
    problems.add(below(pointer, 'path'), 'expected a path without the segments . and ..');
  const isSound = (member: string) => !problems.has(below(pointer, member));
  const scope = operationScope(key, operation.scope, below(pointer, 'scope'), problems);
  const personal = operation.personal ?? isPersonal(scope);
  if (ttl !== undefined && on === 'Mutation') problems.add(below(pointer, 'ttl'), 'expected no ttl: replies to writes are not cached');
  else if (ttl !== undefined && personal && isSound('scope') && isSound('personal'))
    problems.add(below(pointer, 'ttl'), 'expected no ttl: personal data is not cached. If the result has none, set "personal" to false');
  const pattern = notFound === undefined ? null : messagePattern({ source: notFound, flags: '' });
  if (pattern === undefined) problems.add(below(pointer, 'notFound'), `expected ${expectedPattern}`);
  const isSuccess = result.name === 'Boolean' && result.list === null && operation.data === undefined;
  return {
    key,
    on,
    method,
    path,
    auth,
    body,
    ...readParameters(operation, pointer, problems),
    result,
    data: isSuccess ? null : (operation.data ?? 'data').split('.'),
    scope,
    personal,
    repeatable: operation.repeatable ?? on === 'Activity',
    ttlSeconds: ttl ?? null,
    notFound: pattern ?? null,
    description: operation.description ?? null,
    deprecated: operation.deprecated ?? null,
  };
}

/** The documented scopes that an operation may have. Those of a caller's own record and of documents open no operation. */
const requirableScopes: readonly Scope[] = [...dataScopes].filter((scope) => !isSelfScope(scope));

function operationScope(key: string, given: string | undefined, pointer: string, problems: FileProblems): Scope {
  const own: Scope = `operations:${key}`;
  if (given === undefined || given === own) return own;
  const known = requirableScopes.find((scope) => scope === given);
  if (known === undefined) problems.add(pointer, `expected one of ${[...requirableScopes, own].join(', ')}`);
  return known ?? own;
}

/**
 * Whether a scope stands for personal data, unless the file says otherwise. What an operation with a scope of its own returns is
 * not known.
 */
const isPersonal = (scope: Scope): boolean => isPersonalScope(scope) || isOperationScope(scope);
