/* The fields of the graph that OPERATIONS_FILE binds: their SDL, the scopes that they require, and what they read. */

import { assertObjectType, type GraphQLSchema } from 'graphql';
import type { Scope } from '../../records/caller.js';
import {
  boundRecords,
  payloadNameOf,
  scopesByType,
  type BoundField,
  type BoundParameter,
  type DocumentedGraph,
  type EndpointBinding,
  type OperationsFile,
} from '../../records/operations-file.js';
import { scopesOf, stateAccess, typeAccessOf } from '../access/access.js';
import { setReads } from '../cost/reads.js';
import { declaredSchema } from '../types/declared-schema.js';
import { boundRead, boundWrite } from './bound-resolvers.js';

/** Returns the parts of the graph that an operations file must fit. */
export function documentedGraph(): DocumentedGraph {
  const schema = declaredSchema();
  const fieldsOf = (name: string) => new Set(Object.keys(assertObjectType(schema.getType(name)).getFields()));
  return {
    types: new Set([...Object.keys(schema.getTypeMap()), 'Node']),
    fields: { Activity: fieldsOf('Activity'), Mutation: fieldsOf('Mutation') },
    recordScopes: new Map(
      Object.keys(boundRecords).flatMap((record) => scopesOfRecord(record, schema).map((scope) => [record, scope] as const)),
    ),
  };
}

/**
 * Gives the bound fields their resolvers, and states their access and what they read. The rest of the graph treats them like any others. A
 * read requires the scope that the file states, and the scopes of the documented records in its result. A write requires its scope. The
 * resolver records in the audit what the file states to be personal.
 */
export function resolveBound(schema: GraphQLSchema, bound: OperationsFile): void {
  const stateAccessOf = (typeName: string, scope: Scope | 'authenticated', fields: readonly Pick<BoundField, 'name' | 'type'>[]) => {
    const type = assertObjectType(schema.getType(typeName));
    stateAccess(type, { scope, people: 'covered by parent' });
    for (const field of fields) {
      // Documented records keep their scopes.
      const scopes = scopesOfRecord(field.type.name, schema);
      if (scopes.length > 0) stateAccess(type.getFields()[field.name]!, { scope: scopes });
    }
  };
  for (const binding of bound.bindings) {
    const { on, key, scope, result } = binding;
    const field = assertObjectType(schema.getType(on)).getFields()[key]!;
    const ofResult = scopesOfRecord(result.name, schema);
    setReads(field, on === 'Activity' ? { calls: 1 } : { calls: 1, activity: 'activityId' });
    if (on === 'Activity') {
      field.resolve = boundRead(binding);
      stateAccess(field, { scope: [...new Set([scope, ...ofResult])] });
    } else {
      field.resolve = boundWrite(binding, ofResult);
      stateAccess(field, { scope });
      stateAccessOf(payloadNameOf(key), scope, [{ name: 'result', type: result }]);
    }
  }
  const scopes = scopesByType(bound);
  for (const { name, fields } of bound.types) stateAccessOf(name, scopes.get(name) ?? 'authenticated', fields);
}

/** The scopes that a documented record requires, and none for any other type. */
const scopesOfRecord = (name: string, schema: GraphQLSchema): readonly Scope[] =>
  Object.hasOwn(boundRecords, name) ? scopesOf(typeAccessOf(schema.getType(name)!)?.scope) : [];

/** Returns the SDL that extends the graph by a file: its types, a payload for each write, and a field for each endpoint. */
export function boundSdl({ types, bindings }: OperationsFile): string {
  const reads = bindings.filter(({ on }) => on === 'Activity');
  const writes = bindings.filter(({ on }) => on === 'Mutation');
  return [
    ...types.map(({ name, description, fields }) =>
      described(
        description,
        `type ${name} ${block(fields.map((field) => described(field.description, `${field.name}: ${field.type.notation}`)))}`,
      ),
    ),
    ...writes.map(payloadSdl),
    ...(reads.length > 0 ? [`extend type Activity ${block(reads.map(fieldSdl))}`] : []),
    ...(writes.length > 0 ? [`extend type Mutation ${block(writes.map(fieldSdl))}`] : []),
  ].join('\n');
}

function payloadSdl({ key, result }: EndpointBinding): string {
  const fields = [
    described('Null if the event service rejected the request.', `result: ${result.notation}`),
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
    `${key}${args.length > 0 ? `(${args.join(' ')})` : ''}: ${isWrite ? payloadNameOf(key) : result.notation}` +
      (deprecated === undefined ? '' : ` @deprecated(reason: ${quote(deprecated)})`),
  );
}

function argumentSdl({ name, type, defaultValue, description }: BoundParameter): string {
  // Parameters are scalars or lists of them, which are written alike in JSON and in GraphQL.
  return described(description, `${name}: ${type.notation}${defaultValue === undefined ? '' : ` = ${JSON.stringify(defaultValue)}`}`);
}

const block = (fields: readonly string[]): string => `{\n${fields.join('\n')}\n}`;
const described = (description: string | undefined, definition: string): string =>
  description === undefined ? definition : `${quote(description)} ${definition}`;
/** Returns a string literal of GraphQL. A string literal of JSON is always a valid one. */
const quote = (text: string): string => JSON.stringify(text);
