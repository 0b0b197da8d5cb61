/*
 * Reads OPERATIONS_FILE: from its text to checked operations, or to all problems. The form of the file is in operations-format.ts; here is what its
 * parts mean together, and in the graph.
 */

import { z } from 'zod';
import { isObject } from '../primitives/values.js';
import { dataScopes, isOperationScope, isPersonalScope, isSelfScope, type Scope } from '../records/caller.js';
import {
  boundRecords,
  boundScalars,
  payloadNameOf,
  scopesByType,
  typesBelow,
  type BoundConstant,
  type BoundParameter,
  type BoundRecord,
  type BoundType,
  type BoundTypeReference,
  type DocumentedGraph,
  type EndpointBinding,
  type OperationsFile,
} from '../records/operations-file.js';
import { ConfigError } from './environment.js';
import { asSettingProblems, checkForm, readJsonFile, type Problem } from './forms.js';
import { expectedPattern, messagePattern } from './message-pattern.js';
import { expectedName, namePattern, operationForm, operationsForm, typeForm, typeReference } from './operations-format.js';

/** Reads and checks an operations file. @throws ConfigError with all its problems, as problems of the setting */
export function readOperationsFile(path: string, graph: DocumentedGraph, setting: string): OperationsFile {
  const { operations, problems } = checkOperations(readJsonFile(path, setting), graph);
  if (operations === null) throw new ConfigError(asSettingProblems(setting, problems));
  return operations;
}

/** Checks the content of an operations file. @returns its operations, or null and all its problems */
export function checkOperations(
  document: unknown,
  graph: DocumentedGraph,
): { readonly operations: OperationsFile | null; readonly problems: readonly Problem[] } {
  const problems = [...checkForm(operationsForm, document).problems];
  const operations = new Reader(isObject(document) ? document : {}, graph, problems).read();
  return { operations: problems.length === 0 ? operations : null, problems };
}

type Operation = z.output<typeof operationForm>;

const namesWithoutDeclaration: ReadonlySet<string> = new Set([...boundRecords, ...boundScalars]);

/** The members of an object that have a form, and a name of GraphQL. The others are problems already, and are not checked further. */
function wellFormed<Form extends z.ZodType>(form: Form, members: unknown): readonly (readonly [name: string, z.output<Form>])[] {
  return Object.entries(isObject(members) ? members : {}).flatMap(([name, member]) => {
    const { value } = checkForm(form, member);
    return value === null || !namePattern.test(name) ? [] : [[name, value] as const];
  });
}

/** Reads the parts of one file, and adds the problems beyond their form. A file with a problem binds nothing. */
class Reader {
  /** The names of the types, even of types with problems. */
  readonly #typeNames: ReadonlySet<string>;
  #types: ReadonlyMap<string, BoundType> = new Map();

  constructor(
    private readonly document: Readonly<Record<string, unknown>>,
    private readonly graph: DocumentedGraph,
    private readonly problems: Problem[],
  ) {
    this.#typeNames = new Set(Object.keys(isObject(document['types']) ? document['types'] : {}));
  }

  read(): OperationsFile {
    const types = wellFormed(typeForm, this.document['types']).map(([name, type]) => this.#type(name, type));
    this.#types = new Map(types.map((type) => [type.name, type]));
    const payloads = new Set<string>();
    const bindings = wellFormed(operationForm, this.document['operations']).map(([key, operation]) => {
      this.#checkName(key, operation, payloads);
      return this.#operation(key, operation);
    });
    const file = { types, bindings };
    this.#checkFields(file);
    // A type that only a part with a problem names is not called unused.
    if (this.problems.length === 0) this.#checkUse(file);
    return file;
  }

  #add(path: Problem['path'], expected: string): void {
    this.problems.push({ path, expected: `expected ${expected}` });
  }

  #type(name: string, { description, fields }: z.output<typeof typeForm>): BoundType {
    if (this.graph.types.has(name) || namesWithoutDeclaration.has(name))
      this.#add(['types', name], 'another name: the graph has a type of this name');
    const read = Object.entries(fields).map(([field, stated]) => ({
      name: field,
      type: this.#knownType(stated.type, ['types', name, 'fields', field, 'type']),
      from: (stated.from ?? field).split('.'),
      description: stated.description ?? null,
    }));
    return { name, description: description ?? null, fields: read };
  }

  /** Reads the notation of a scalar, a documented record or a type of the file. */
  #knownType(notation: string, path: Problem['path']): BoundTypeReference {
    const type = typeReference(notation);
    const known = [...namesWithoutDeclaration, ...this.#typeNames];
    if (!known.includes(type.name)) this.#add(path, `a known type: ${known.join(', ')}`);
    return type;
  }

  #checkName(key: string, { on }: Operation, payloads: Set<string>): void {
    if (this.graph.fields[on].has(key)) this.#add(['operations', key], `another name: ${on} has a field of this name`);
    if (on !== 'Mutation') return;
    const payload = payloadNameOf(key);
    if (this.graph.types.has(payload) || this.#typeNames.has(payload) || payloads.has(payload))
      this.#add(['operations', key], `another name: its result would be the type ${payload}, which exists`);
    payloads.add(payload);
  }

  #operation(key: string, operation: Operation): EndpointBinding {
    const at = (member: string) => ['operations', key, member];
    const { on, method, path, auth = 'service', body = method === 'POST' ? 'multipart' : 'none', data, ttl: ttlSeconds = null } = operation;
    const { repeatable = on === 'Activity', description = null, deprecated = null } = operation;
    if (method === 'GET' && body !== 'none') this.#add(at('body'), 'none: GET has no body');
    if (path.split('/').some((segment) => segment === '.' || segment === '..'))
      this.#add(at('path'), 'a path without the segments . and ..');
    const result = this.#knownType(operation.result ?? 'JSON', at('result'));
    const isSuccess = result.name === 'Boolean' && result.list === null && data === undefined;
    const own: Scope = `operations:${key}`;
    const { scope: given = own } = operation;
    const scope = given === own ? own : documentedScopes.find((each) => each === given);
    if (scope === undefined) this.#add(at('scope'), `one of ${[...documentedScopes, own].join(', ')}`);
    // What an operation with a scope of its own returns is not known.
    const { personal = scope !== undefined && (isPersonalScope(scope) || isOperationScope(scope)) } = operation;
    const uncached = ttlSeconds === null ? null : this.#whyNotCached(on, personal, result);
    if (uncached !== null) this.#add(at('ttl'), `no ttl: ${uncached}`);
    const notFound = operation.notFound === undefined ? null : messagePattern({ source: operation.notFound, flags: '' });
    if (notFound === undefined) this.#add(at('notFound'), expectedPattern);
    return {
      key,
      on,
      method,
      path,
      auth,
      body,
      ...this.#parameters(key, operation),
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

  #whyNotCached(on: Operation['on'], personal: boolean, result: BoundTypeReference): string | null {
    if (on === 'Mutation') return 'replies to writes are not cached';
    if (personal) return 'personal data is not cached. If the result has none, set "personal" to false';
    const fields = [...typesBelow(result.name, this.#types)].flatMap((name) => this.#types.get(name)!.fields);
    const person = [result.name, ...fields.map(({ type }) => type.name)].find((name) => {
      const scope = this.#recordScope(name);
      return scope !== undefined && isPersonalScope(scope);
    });
    return person === undefined ? null : `the result contains ${person}, which is personal data and is not cached`;
  }

  #parameters(key: string, { on, parameters: given = {} }: Operation) {
    const wireNames = new Map<string, string>();
    const parameters: BoundParameter[] = [];
    const constants: BoundConstant[] = [];
    for (const [name, part] of Object.entries(given)) {
      const at = ['operations', key, 'parameters', name];
      const wireName = 'value' in part ? name : (part.as ?? name);
      const other = wireNames.get(wireName);
      if (other !== undefined) this.#add(at, `another name in the request: ${other} has the same`);
      wireNames.set(wireName, name);
      if ('value' in part) {
        const { value } = part;
        if (typeof value === 'string' && /\{(?!activityId\})\w+\}/.test(value))
          this.#add([...at, 'value'], 'no other placeholder than {activityId}');
        constants.push({ wireName, value });
        continue;
      }
      const { default: defaultValue, kind = null, description = null } = part;
      const type = typeReference(part.type);
      if (!namePattern.test(name)) this.#add(at, `${expectedName}; the name in the request is the member "as"`);
      if (on === 'Mutation' && name === 'activityId')
        this.#add(at, 'another name: every Mutation has the argument activityId, which names the activity of the call');
      if (kind !== null && type.name !== 'ID') this.#add([...at, 'kind'], 'the type ID: only ids are of a kind');
      if (defaultValue !== undefined && !fits(defaultValue, type)) this.#add([...at, 'default'], `a value of the type ${part.type}`);
      parameters.push({ name, wireName, type, defaultValue, kind, description });
    }
    return { parameters, constants };
  }

  /**
   * Adds a problem for each type that no value can have, and for each non-null field whose record requires a scope other than that of its type:
   * without that scope the field is null.
   */
  #checkFields(file: OperationsFile): void {
    const scopes = scopesByType(file);
    for (const type of file.types) {
      const typeAt = (field: string) => ['types', type.name, 'fields', field, 'type'];
      const cycle = type.fields.find((field) => isRequired(field.type) && this.#leadsTo(field.type.name, type.name, new Set()));
      if (cycle !== undefined)
        this.#add(typeAt(cycle.name), 'a nullable type or a list: the field leads back to its own type, so no value would ever end');
      for (const { name, type: returned } of type.fields) {
        const scope = this.#recordScope(returned.name);
        if (scope === undefined || !returned.nonNull || !scopes.has(type.name) || scopes.get(type.name) === scope) continue;
        this.#add(
          typeAt(name),
          `a nullable type: ${returned.name} requires the scope ${scope}, and the field is null for callers without it`,
        );
      }
    }
  }

  /** Adds a problem for each type that no operation returns. */
  #checkUse({ types, bindings }: OperationsFile): void {
    const used = new Set(bindings.flatMap(({ result }) => [...typesBelow(result.name, this.#types)]));
    for (const { name } of types) if (!used.has(name)) this.#add(['types', name], 'an operation that returns it: nothing uses this type');
  }

  /** The scope that a documented record requires; undefined for any other type. */
  #recordScope(name: string): Scope | undefined {
    const { recordScopes } = this.graph;
    return Object.hasOwn(recordScopes, name) ? recordScopes[name as BoundRecord] : undefined;
  }

  /** Whether a type contains another one through fields that are never null. */
  #leadsTo(from: string, target: string, visited: Set<string>): boolean {
    if (from === target) return true;
    if (visited.has(from)) return false;
    visited.add(from);
    const fields = this.#types.get(from)?.fields ?? [];
    return fields.some(({ type }) => isRequired(type) && this.#leadsTo(type.name, target, visited));
  }
}

/** The documented scopes that an operation may have. Those of a caller's own record and of documents open no operation. */
const documentedScopes: readonly Scope[] = [...dataScopes].filter((scope) => !isSelfScope(scope));

/** Whether a value is always there. A list may be empty. */
const isRequired = ({ nonNull, list }: BoundTypeReference): boolean => nonNull && list === null;

const scalarForms: Readonly<Record<string, z.ZodType>> = {
  String: z.string(),
  Int: z.int32(),
  Float: z.number(),
  Boolean: z.boolean(),
  ID: z.union([z.string(), z.int()]),
};

/** Whether a type has this JSON value. */
function fits(value: unknown, { name, nonNull, list }: BoundTypeReference): boolean {
  const scalar = scalarForms[name]!;
  const form = list === null ? scalar : z.array(list.nonNullItems ? scalar : scalar.nullable());
  return (nonNull ? form : form.nullable()).safeParse(value).success;
}
