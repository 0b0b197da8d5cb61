/* The fields of the graph that OPERATIONS_FILE binds: their SDL, the scopes that they require, and what they read. */

import { assertObjectType, extendSchema, parse, type GraphQLSchema } from 'graphql';
import type { Scope } from '../../records/caller.js';
import type { Requirement } from '../../records/fields.js';
import {
  payloadNameOf,
  scopesByType,
  type BoundParameter,
  type BoundTypeReference,
  type EndpointBinding,
  type OperationsFile,
} from '../../records/operations-file.js';
import { scopesOf, type AccessRows, type FieldRequirement, type TypeAccess, objectAccess, setAccessRows } from '../access/access.js';
import { setReads, type FieldReads } from '../cost/reads.js';
import { documentedAccess } from '../types/declared-schema.js';
import { boundRead, boundWrite } from './bound-resolvers.js';

/**
 * Returns a schema with a field for each endpoint that a file binds. The rest of the graph treats such a field like any other: the access rows
 * decide who may use it, `setReads` what it costs, and the SDL publishes both.
 */
export function withBoundFields(schema: GraphQLSchema, bound: OperationsFile): GraphQLSchema {
  if (bound.bindings.length === 0) return schema;
  const extended = extendSchema(schema, parse(boundSdl(bound), { noLocation: true }));
  for (const binding of bound.bindings) {
    const field = assertObjectType(extended.getType(binding.on)).getFields()[binding.key]!;
    field.resolve = binding.on === 'Activity' ? boundRead(binding) : boundWrite(binding, recordScopes(binding.result));
    setReads(field, readsOfBinding(binding));
  }
  setAccessRows(extended, boundAccess(bound));
  return extended;
}

/** Each use of a bound field makes a call. A write names its activity by an argument, or by a global id among its ids. */
function readsOfBinding({ on, parameters }: EndpointBinding): FieldReads {
  if (on === 'Activity') return { calls: 1 };
  const ids = parameters.filter(({ kind }) => kind !== null);
  return { calls: 1, activity: 'activityId', idArguments: new Map(ids.map(({ name, defaultValue }) => [name, defaultValue])) };
}

/**
 * Returns the access rows of a graph with bound fields. A read requires the scope that the file states, and the scopes of the documented records
 * in its result. A write requires its scope, and its payload has a row of its own. The file states whether the result describes people, and the
 * resolver of the field records that in the audit.
 */
function boundAccess(bound: OperationsFile): AccessRows {
  const rows = new Map<string, TypeAccess>(documentedAccess());
  for (const { on, key, scope, result } of bound.bindings) {
    const row = rows.get(on)!;
    const field = on === 'Activity' ? [...new Set([scope, ...recordScopes(result)])] : scope;
    rows.set(on, { ...row, fields: { ...row.fields, [key]: field } });
    if (on === 'Mutation') rows.set(payloadNameOf(key), resultRow(scope, { result: insideRow(result, scope), userErrors: scope }));
  }
  const scopes = scopesByType(bound);
  for (const { name, fields } of bound.types) {
    const object = scopes.get(name) ?? 'authenticated';
    rows.set(name, resultRow(object, Object.fromEntries(fields.map((field) => [field.name, insideRow(field.type, object)]))));
  }
  return rows;
}

const resultRow = (object: Requirement, fields: TypeAccess['fields']): TypeAccess => ({ object, people: 'covered by parent', fields });

/** A field inside a result requires the scopes of the documented record that it returns, or else those of the object around it. */
function insideRow(type: BoundTypeReference, object: Requirement): FieldRequirement {
  const scopes = recordScopes(type);
  return scopes.length === 0 ? object : scopes;
}

/** The scopes that a documented record requires, and none for any other type. */
function recordScopes({ name }: BoundTypeReference): readonly Scope[] {
  const rows = documentedAccess();
  return rows.has(name) ? scopesOf(objectAccess(name, rows)) : [];
}

/** Returns the SDL that extends the graph by a file: its types, a payload for each write, and a field for each endpoint. */
function boundSdl({ types, bindings }: OperationsFile): string {
  const reads = bindings.filter(({ on }) => on === 'Activity');
  const writes = bindings.filter(({ on }) => on === 'Mutation');
  return [
    ...types.map(({ name, description, fields }) =>
      described(
        description,
        `type ${name} ${block(fields.map((field) => described(field.description, `${field.name}: ${notation(field.type)}`)))}`,
      ),
    ),
    ...writes.map(payloadSdl),
    ...(reads.length > 0 ? [`extend type Activity ${block(reads.map(fieldSdl))}`] : []),
    ...(writes.length > 0 ? [`extend type Mutation ${block(writes.map(fieldSdl))}`] : []),
  ].join('\n');
}

function payloadSdl({ key, result }: EndpointBinding): string {
  const fields = [
    described('Null if the event service rejected the request.', `result: ${notation(result)}`),
    described('The problems with the input, or the rejection by the service.', 'userErrors: [ActivityUserError!]!'),
  ];
  return described(`The outcome of ${key}.`, `type ${payloadNameOf(key)} ${block(fields)}`);
}

function fieldSdl({ key, on, parameters, result, description, deprecated }: EndpointBinding): string {
  const isWrite = on === 'Mutation';
  const activityId = described('The id of the activity. Omitted: that of the other ids, or the default activity.', 'activityId: ID');
  const args = [...(isWrite ? [activityId] : []), ...parameters.map(argumentSdl)];
  return described(
    description ?? `The operation ${key} of the event service, which the operator bound.`,
    `${key}${args.length > 0 ? `(${args.join(' ')})` : ''}: ${isWrite ? payloadNameOf(key) : notation(result)}` +
      (deprecated === null ? '' : ` @deprecated(reason: ${quote(deprecated)})`),
  );
}

function argumentSdl({ name, type, defaultValue, description }: BoundParameter): string {
  // Parameters are scalars or lists of them, which are written alike in JSON and in GraphQL.
  return described(description, `${name}: ${notation(type)}${defaultValue === undefined ? '' : ` = ${JSON.stringify(defaultValue)}`}`);
}

function notation({ name, nonNull, list }: BoundTypeReference): string {
  const single = list === null ? name : `[${name}${list.nonNullItems ? '!' : ''}]`;
  return nonNull ? `${single}!` : single;
}

const block = (fields: readonly string[]): string => `{\n${fields.join('\n')}\n}`;
const described = (description: string | null, definition: string): string =>
  description === null ? definition : `${quote(description)} ${definition}`;
/** Returns a string literal of GraphQL. A string literal of JSON is always a valid one. */
const quote = (text: string): string => JSON.stringify(text);
