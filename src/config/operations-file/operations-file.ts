/* Reads OPERATIONS_FILE: from its text to checked operations, or to all problems. */

import { isObject } from '../../primitives/values.js';
import { dataScopes, isOperationScope, isPersonalScope, isSelfScope, type Scope } from '../../records/caller.js';
import {
  boundRecords,
  boundScalars,
  payloadNameOf,
  type BoundConstant,
  type BoundField,
  type BoundParameter,
  type BoundType,
  type BoundTypeReference,
  type DocumentedGraph,
  type EndpointBinding,
  type OperationsFile,
} from '../../records/operations-file.js';
import { asSettingProblems, below, FileProblems, readJsonFile, type FileProblem } from '../json-file.js';
import { expectedPattern, messagePattern } from '../message-pattern.js';
import { maxTypingErrors, nearest } from '../misspelt-names.js';
import type { SettingProblem } from '../rules.js';
import { checkTypes, checkUse } from './check-types.js';
import {
  constantFormat,
  expectedName,
  fieldFormat,
  namePattern,
  operationFormat,
  parameterFormat,
  typeFormat,
  typeReference,
  type OperationFormat,
} from './format.js';

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

/** Checks the content of an operations file. @returns its operations, or null and all its problems */
export function checkOperations(
  document: unknown,
  graph: DocumentedGraph,
): { readonly operations: OperationsFile | null; readonly problems: readonly FileProblem[] } {
  const problems = new FileProblems();
  const operations = new Reader(graph, problems).file(document);
  return { operations: problems.all.length === 0 ? operations : null, problems: problems.all };
}

type Members = Readonly<Record<string, unknown>>;

const fileMembers = ['$schema', 'types', 'operations'];
const namesWithoutDeclaration: ReadonlySet<string> = new Set([...boundRecords, ...boundScalars]);

/** Reads the parts of one file, and adds their problems. Parts with problems are left out: a file with a problem binds nothing. */
class Reader {
  /** The types as the file has them, perhaps with problems. */
  #types: Members = {};

  constructor(
    private readonly graph: DocumentedGraph,
    private readonly problems: FileProblems,
  ) {}

  /** @returns null if there is no operation to check */
  file(document: unknown): OperationsFile | null {
    if (!isObject(document)) {
      this.problems.add('', 'expected an object with the member operations');
      return null;
    }
    for (const key of Object.keys(document)) {
      if (!fileMembers.includes(key)) this.problems.add(below('', key), `unknown member; expected one of ${fileMembers.join(', ')}`);
    }
    const { $schema, types = {}, operations } = document;
    if ($schema !== undefined && typeof $schema !== 'string')
      this.problems.add('/$schema', 'expected the path or address of a JSON Schema');
    if (!isObject(types)) this.problems.add('/types', 'expected an object with a member for each type');
    if (!isObject(operations)) {
      this.problems.add('/operations', `${operations === undefined ? 'missing; ' : ''}expected an object with a member for each operation`);
      return null;
    }
    this.#types = isObject(types) ? types : {};
    const file = { types: this.types(), bindings: this.operations(operations) };
    checkUse(file, this.problems);
    checkTypes(file, this.graph, this.problems);
    return file;
  }

  private types(): readonly BoundType[] {
    // All names first: a message that lists the types omits those with a problem.
    for (const name of Object.keys(this.#types)) {
      const isTaken = this.graph.types.has(name) || namesWithoutDeclaration.has(name);
      if (!namePattern.test(name)) this.problems.add(below('/types', name), `expected ${expectedName}`);
      else if (isTaken) this.problems.add(below('/types', name), 'expected another name: the graph has a type of this name');
    }
    return Object.entries(this.#types).flatMap(([name, part]) => {
      const pointer = below('/types', name);
      const type = this.problems.read(typeFormat, part, pointer);
      if (type?.fields === undefined) return [];
      const fields = Object.entries(type.fields);
      if (fields.length === 0) this.problems.add(below(pointer, 'fields'), 'expected at least one field');
      const read = fields.flatMap(([field, fieldPart]) => this.field(field, fieldPart, below(pointer, 'fields', field)) ?? []);
      return [{ name, description: type.description ?? null, fields: read }];
    });
  }

  private field(name: string, part: unknown, pointer: string): BoundField | null {
    if (!namePattern.test(name)) this.problems.add(pointer, `expected ${expectedName}`);
    const field = this.problems.read(fieldFormat, part, pointer);
    if (field?.type === undefined) return null;
    const type = this.knownType(field.type, below(pointer, 'type'));
    return { name, type, from: (field.from ?? name).split('.'), description: field.description ?? null };
  }

  /** Reads the notation of a scalar, a documented record or a type of the file, even if that has problems of its own. */
  private knownType(notation: string, pointer: string): BoundTypeReference {
    const type = typeReference(notation);
    if (namesWithoutDeclaration.has(type.name) || Object.hasOwn(this.#types, type.name)) return type;
    const declared = Object.keys(this.#types).filter((name) => !this.problems.has(below('/types', name)));
    const known = [...namesWithoutDeclaration, ...declared];
    const similar = nearest(type.name, known, maxTypingErrors);
    this.problems.add(pointer, `expected a known type${similar ? `; did you mean ${similar.name}?` : `: ${known.join(', ')}`}`);
    return type;
  }

  private operations(given: Members): readonly EndpointBinding[] {
    const payloads = new Set<string>();
    return Object.entries(given).flatMap(([key, part]) => {
      const pointer = below('/operations', key);
      if (!namePattern.test(key)) this.problems.add(pointer, `expected ${expectedName}`);
      const operation = this.problems.read(operationFormat, part, pointer);
      if (operation === null) return [];
      const { on } = operation;
      if (on !== undefined && this.graph.fields[on].has(key))
        this.problems.add(pointer, `expected another name: ${on} has a field of this name`);
      if (on === 'Mutation') {
        const payload = payloadNameOf(key);
        if (this.graph.types.has(payload) || Object.hasOwn(this.#types, payload) || payloads.has(payload))
          this.problems.add(pointer, `expected another name: its result would be the type ${payload}, which exists`);
        payloads.add(payload);
      }
      return [this.operation(key, operation, pointer)];
    });
  }

  /** A member with a problem has its default. */
  private operation(key: string, operation: Partial<OperationFormat>, pointer: string): EndpointBinding {
    const { on = 'Activity', method = 'POST', path = '', auth = 'service', data, ttl } = operation;
    const { body = method === 'POST' ? 'multipart' : 'none' } = operation;
    const addTo = (member: string, expected: string) => this.problems.add(below(pointer, member), expected);
    const isSound = (member: string) => !this.problems.has(below(pointer, member));
    const result = this.knownType(operation.result ?? 'JSON', below(pointer, 'result'));
    if (method === 'GET' && body !== 'none') addTo('body', 'expected none: GET has no body');
    if (path.split('/').some((segment) => segment === '.' || segment === '..'))
      addTo('path', 'expected a path without the segments . and ..');
    const scope = this.scope(key, operation.scope, below(pointer, 'scope'));
    // What an operation with a scope of its own returns is not known.
    const personal = operation.personal ?? (isPersonalScope(scope) || isOperationScope(scope));
    if (ttl !== undefined && on === 'Mutation') addTo('ttl', 'expected no ttl: replies to writes are not cached');
    else if (ttl !== undefined && personal && isSound('scope') && isSound('personal'))
      addTo('ttl', 'expected no ttl: personal data is not cached. If the result has none, set "personal" to false');
    const notFound = operation.notFound === undefined ? null : messagePattern({ source: operation.notFound, flags: '' });
    if (notFound === undefined) addTo('notFound', `expected ${expectedPattern}`);
    const isSuccess = result.name === 'Boolean' && result.list === null && data === undefined;
    return {
      key,
      on,
      method,
      path,
      auth,
      body,
      ...this.parameters(operation, pointer),
      result,
      data: isSuccess ? null : (data ?? 'data').split('.'),
      scope,
      personal,
      repeatable: operation.repeatable ?? on === 'Activity',
      ttlSeconds: ttl ?? null,
      notFound: notFound ?? null,
      description: operation.description ?? null,
      deprecated: operation.deprecated ?? null,
    };
  }

  private scope(key: string, given: string | undefined, pointer: string): Scope {
    const own: Scope = `operations:${key}`;
    if (given === undefined || given === own) return own;
    const known = documentedScopes.find((scope) => scope === given);
    if (known === undefined) this.problems.add(pointer, `expected one of ${[...documentedScopes, own].join(', ')}`);
    return known ?? own;
  }

  private parameters(operation: Partial<OperationFormat>, pointer: string) {
    const wireNames = new Map<string, string>();
    const parameters: BoundParameter[] = [];
    const constants: BoundConstant[] = [];
    for (const [name, part] of Object.entries(operation.parameters ?? {})) {
      const at = below(pointer, 'parameters', name);
      const read = isObject(part) && Object.hasOwn(part, 'value') ? this.constant(name, part, at) : this.parameter(name, part, at);
      if (read === null) continue;
      const other = wireNames.get(read.wireName);
      if (other !== undefined) this.problems.add(at, `expected another name in the request: ${other} has the same`);
      wireNames.set(read.wireName, below('', name).slice(1));
      if ('value' in read) constants.push(read);
      else parameters.push(read);
      if (operation.on === 'Mutation' && name === 'activityId' && !('value' in read))
        this.problems.add(at, 'expected another name: every Mutation has the argument activityId, which names the activity of the call');
    }
    return { parameters, constants };
  }

  private constant(name: string, part: unknown, pointer: string): BoundConstant | null {
    if (name === '') this.problems.add(pointer, 'expected the name of the parameter in the request');
    const value = this.problems.read(constantFormat, part, pointer)?.value;
    if (value === undefined) return null;
    if (typeof value === 'string' && /\{(?!activityId\})\w+\}/.test(value))
      this.problems.add(below(pointer, 'value'), 'expected no other placeholder than {activityId}');
    return { wireName: name, value };
  }

  private parameter(name: string, part: unknown, pointer: string): BoundParameter | null {
    if (!namePattern.test(name)) this.problems.add(pointer, `expected ${expectedName}; the name in the request is the member "as"`);
    const parameter = this.problems.read(parameterFormat, part, pointer);
    if (parameter?.type === undefined) return null;
    const type = typeReference(parameter.type);
    const { as: wireName = name, default: defaultValue, kind = null, description = null } = parameter;
    if (kind !== null && type.name !== 'ID') this.problems.add(below(pointer, 'kind'), 'expected the type ID: only ids are of a kind');
    if (defaultValue !== undefined && !fits(defaultValue, type))
      this.problems.add(below(pointer, 'default'), `expected a value of the type ${parameter.type}`);
    return { name, wireName, type, defaultValue, kind, description };
  }
}

/** The documented scopes that an operation may have. Those of a caller's own record and of documents open no operation. */
const documentedScopes: readonly Scope[] = [...dataScopes].filter((scope) => !isSelfScope(scope));

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
