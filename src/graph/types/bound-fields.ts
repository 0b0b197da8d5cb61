/*
 * The fields of the graph that OPERATIONS_FILE binds: their SDL, the scopes that they require, what they read, and their resolvers. A use is
 * one call, with the bare numbers that the service knows in place of global ids.
 */

import { assertObjectType, type GraphQLSchema } from 'graphql';
import type { Activity } from '../../domain/activities.js';
import type { BoundWrite } from '../../domain/bound-endpoints.js';
import type { Scope } from '../../records/caller.js';
import { BadInputError, type DeniedUse } from '../../records/errors.js';
import { parseGlobalId } from '../../records/ids.js';
import {
  payloadNameOf,
  scopesByType,
  scopesOfRecord,
  type BoundField,
  type BoundInput,
  type BoundParameter,
  type BoundValue,
  type DocumentedGraph,
  type EndpointBinding,
  type OperationsFile,
} from '../../records/operations-file.js';
import { stateAccess } from '../access/access.js';
import { forbidden } from '../access/enforce-access.js';
import type { GraphContext, Resolve } from '../context.js';
import { setReads } from '../cost/reads.js';
import { selectsAny } from '../execution/selection.js';
import { serviceIdIn, wellFormed } from './common-arguments.js';
import { declaredSchema } from './declared-schema.js';

/** Returns the parts of the graph that an operations file must fit. */
export function documentedGraph(): DocumentedGraph {
  const schema = declaredSchema();
  const fieldsOf = (name: string) => new Set(Object.keys(assertObjectType(schema.getType(name)).getFields()));
  return {
    types: new Set([...Object.keys(schema.getTypeMap()), 'Node']),
    fields: { Activity: fieldsOf('Activity'), Mutation: fieldsOf('Mutation') },
  };
}

/**
 * Gives the bound fields their resolvers, and states their access and what they read. The rest of the graph treats them like any others. A
 * read requires the scope that the file states, and the scopes of the documented records in its result. A write requires its scope. The
 * resolver records in the audit what the file states to be personal.
 */
export function installBoundFields(schema: GraphQLSchema, bound: OperationsFile): void {
  const stateAccessOf = (typeName: string, scope: Scope | 'authenticated', fields: readonly Pick<BoundField, 'name' | 'type'>[]) => {
    const type = assertObjectType(schema.getType(typeName));
    stateAccess(type, { scope, people: 'covered by parent' });
    for (const field of fields) {
      // Documented records keep their scopes.
      const scopes = scopesOfRecord(field.type.name);
      if (scopes.length > 0) stateAccess(type.getFields()[field.name]!, { scope: scopes });
    }
  };
  for (const binding of bound.bindings) {
    const { on, key, scope, result } = binding;
    const field = assertObjectType(schema.getType(on)).getFields()[key]!;
    const ofResult = scopesOfRecord(result.name);
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

/** The arguments of a bound field, as GraphQL coerced them. */
type BoundArguments = Readonly<Record<string, unknown>>;

/** Returns the resolver of a bound read, which is a field of an activity. A personal result is recorded in the audit. */
function boundRead(binding: EndpointBinding): Resolve {
  const { key, personal } = binding;
  return async (source, args, { audit }) => {
    const activity = source as Activity;
    const input = boundInput(binding, args, activity);
    if (personal) audit.reading([`Activity.${key}`]);
    const result = await activity.boundEndpoints.read(key, input);
    // A scalar counts as an object of its own.
    if (personal) for (const item of [result].flat()) if (item !== null && item !== undefined) audit.found(Object(item) as object);
    return result;
  };
}

/**
 * Returns the resolver of a bound write, which is a mutation. A personal write is recorded in the audit with its outcome.
 * @param resultScopes the scopes that the record in its result requires
 */
function boundWrite(binding: EndpointBinding, resultScopes: readonly Scope[]): Resolve {
  const { key, personal } = binding;
  const coordinate = `Mutation.${key}`;
  return async (_root, args, context, info): Promise<BoundWrite> => {
    // The result comes with the reply of the write, so a denial at the field itself would come after the write.
    const missing = resultScopes.filter((scope) => !context.caller.scopes.has(scope));
    if (missing.length > 0 && selectsAny(info, resultField))
      throw forbidden(context, missing, `${payloadNameOf(key)}.result`, deniedResult);
    const activity = activityOfWrite(binding, args, context);
    const input = boundInput(binding, args, activity);
    const send = () => activity.boundEndpoints.write(key, input);
    return personal ? context.audit.write({ coordinate }, send, ({ userErrors }) => (userErrors.length > 0 ? 'refused' : 'done')) : send();
  };
}

const resultField: ReadonlySet<string> = new Set(['result']);
const deniedResult: DeniedUse = { subject: 'The field result', instead: 'Remove it' };

/** Returns the input of an endpoint: the arguments that have a value, with bare numbers in place of global ids. @throws BadInputError */
function boundInput({ parameters, body }: EndpointBinding, args: BoundArguments, activity: Activity): BoundInput {
  const entries: [string, BoundValue][] = [];
  for (const parameter of parameters) {
    const value = Object.hasOwn(args, parameter.name) ? args[parameter.name] : undefined;
    if (value === undefined || value === null) continue;
    if (isListOfNulls(value)) {
      // A required null is refused before the execution, and so is a list of nulls here.
      if (parameter.type.nonNull) throw new BadInputError(parameter.name, 'a list that is empty or has an item other than null');
      continue;
    }
    entries.push([parameter.name, inputValue(parameter, value, activity, body === 'json')]);
  }
  return Object.fromEntries(entries);
}

const isListOfNulls = (value: unknown): boolean => Array.isArray(value) && value.length > 0 && value.every((item) => item === null);

function inputValue(parameter: BoundParameter, value: unknown, activity: Activity, isJson: boolean): BoundValue {
  if (!Array.isArray(value)) return itemValue(parameter, value, activity);
  const items = value.filter((item) => item !== null).map((item) => itemValue(parameter, item, activity));
  if (!isJson && items.some((item) => typeof item === 'string' && item.includes(',')))
    throw new BadInputError(parameter.name, 'strings without a comma, because the event service separates the items of a list by commas');
  return items;
}

function itemValue({ kind, name }: BoundParameter, value: unknown, activity: Activity): string | number | boolean {
  if (kind === null) return typeof value === 'string' ? wellFormed(value, name) : (value as number | boolean);
  const serviceId = serviceIdIn(activity, kind, String(value), name);
  if (serviceId === null) throw new BadInputError(name, `the id of a record of the activity ${activity.id}`);
  return String(serviceId);
}

/**
 * Returns the activity of a write: the argument `activityId` names it, else the first global id among the arguments does, else it is the
 * default one. @throws BadInputError for one that is not served
 */
function activityOfWrite({ parameters }: EndpointBinding, args: BoundArguments, context: GraphContext): Activity {
  const { activityId } = args as { readonly activityId?: string | null };
  if (activityId !== undefined && activityId !== null) return context.activityOf(activityId, 'activityId');
  const named = parameters
    .filter(({ kind }) => kind !== null)
    .flatMap(({ name }) => [args[name]].flat().map((id) => ({ name, global: parseGlobalId(String(id)) })))
    .find(({ global }) => global !== null);
  if (!named?.global) return context.defaultActivity();
  const activity = context.activities.byId(named.global.activityId);
  if (activity === null) throw new BadInputError(named.name, 'an id of an activity that is served here; see Query.activities');
  return activity;
}
