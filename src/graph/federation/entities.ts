/*
 * The fields of Query by which others refer to records: `_service` and `_entities` of Federation 2, `node` of Relay.
 * Why not @apollo/subgraph: docs/decisions/0007-federation-without-apollo-subgraph.md.
 */

import { assertAbstractType, type GraphQLField, type GraphQLObjectType, type GraphQLResolveInfo, type GraphQLSchema } from 'graphql';
import type { Activity } from '../../domain/activities.js';
import { isObject } from '../../primitives/values.js';
import { BadInputError } from '../../records/errors.js';
import { parseActivityId, parseGlobalId } from '../../records/ids.js';
import { stateAccess } from '../access/access.js';
import { forbiddenObject } from '../access/enforce-access.js';
import type { GraphContext, Resolve } from '../context.js';
import { nothing, setReads, type FieldReads } from '../cost/reads.js';
import { bareName, entityTypeNames, entityTypeOf, kindOf } from '../type-names.js';
import { attendeeById, AttendeeReference, lookUpReferences } from '../types/attendee-lookup.js';
import { orError } from '../types/common-arguments.js';

/**
 * The SDL that adds the fields. `node` is optional: two subgraphs that both have it do not compose. Names that begin with an
 * underscore are not part of the published SDL.
 */
export const federationSdl = (relayNode: boolean): string => `
  type _Service { sdl: String }
  "A reference to an entity: its __typename and its id."
  scalar _Any
  union _Entity = ${entityTypeNames.join(' | ')}
  extend type Query {
    ${relayNode ? '"A record by its global id. Null if it does not exist." node("The global id, or the id of an activity." id: ID!): Node' : ''}
    _service: _Service!
    _entities(representations: [_Any!]!): [_Entity]!
  }
  ${relayNode ? nodeSdl : ''}`;

const nodeSdl = `
  "An object with a global id, as Relay requires."
  interface Node {
    "The global id, or the id of an activity."
    id: ID!
  }
  ${entityTypeNames.map((name) => `extend type ${name} implements Node`).join('\n')}`;

/** The published SDL is as large as so many objects: some 50 kB. */
const sdlWeight = 100;

/** Gives the fields their resolvers, and states their access and what they read. @param sdl returns what `_service` publishes */
export function installFederation(schema: GraphQLSchema, sdl: () => string): void {
  const { _service, _entities, node } = schema.getQueryType()!.getFields();
  const add = (field: GraphQLField<unknown, GraphContext> | undefined, reads: FieldReads, resolve: Resolve) => {
    if (!field) return;
    stateAccess(field, { scope: 'authenticated', checksRecords: true });
    setReads(field, reads);
    field.resolve = resolve;
  };
  add(_service, nothing, () => ({ sdl: sdl() }));
  setReads((schema.getType('_Service') as GraphQLObjectType).getFields()['sdl']!, { calls: 0, weight: sdlWeight });
  add(_entities, { lookUp: 'activity', by: 'representations' }, (_root, args, context, info) => {
    const references = (args['representations'] as readonly unknown[]).map((reference, index) =>
      orError(() => findReferred(reference, `representations[${index}]`, context, info)),
    );
    return lookUpReferences(references, info);
  });
  add(node, { lookUp: 'activity', by: 'id' }, (_root, args, context, info) => {
    const found = findNode(args['id'] as string, context, info);
    return found instanceof AttendeeReference ? attendeeById(found.activity, found.id, info) : found;
  });
}

type Found = Activity | Promise<object | null> | null | AttendeeReference;

/** Finds the record of a representation. @throws BadInputError, ForbiddenError */
function findReferred(reference: unknown, argument: string, context: GraphContext, info: GraphQLResolveInfo): Found {
  const { __typename: typeName, id } = isObject(reference) ? reference : {};
  const type = entityTypes('_Entity', info).find(({ name }) => name === typeName);
  if (type === undefined) throw new BadInputError(`${argument}.__typename`, 'the name of a type that has @key in `_service.sdl`');
  if (typeof id !== 'string') throw new BadInputError(`${argument}.id`, 'a string');
  return find(type, id, context, `${argument}.id`);
}

/** Finds the record of a global id, or of the id of an activity. @throws BadInputError, ForbiddenError */
function findNode(id: string, context: GraphContext, info: GraphQLResolveInfo): Found {
  const global = parseGlobalId(id);
  if (global === null && parseActivityId(id) === null) throw new BadInputError('id', 'an id such as "1001" or "attendee:1001:7"');
  const typeName = entityTypeOf(global ?? { kind: 'activity' });
  const type = entityTypes('Node', info).find((each) => bareName(each) === typeName)!;
  return find(type, id, context, 'id');
}

const entityTypes = (name: string, { schema }: GraphQLResolveInfo): readonly GraphQLObjectType[] =>
  schema.getPossibleTypes(assertAbstractType(schema.getType(name)));

/**
 * Finds the record that an id names.
 * @param argument the position of the id, for the message of an error
 * @returns the record, now or later; null for one that does not exist or is not served. An AttendeeReference, because one call reads many
 * attendees
 * @throws BadInputError for an id of another form; ForbiddenError if the caller may not read objects of the type
 */
function find(type: GraphQLObjectType, id: string, context: GraphContext, argument: string): Found {
  const denied = forbiddenObject(context, type);
  if (denied) throw denied;
  if (bareName(type) === 'Activity') return context.activityById(id, argument);
  const global = parseGlobalId(id);
  if (global === null || entityTypeOf(global) !== bareName(type))
    throw new BadInputError(argument, `an id such as "${kindOf(type)}:1001:7"`);
  const { kind, activityId, serviceId } = global;
  const activity = context.activities.byId(activityId);
  if (activity === null) return null;
  return kind === 'attendee' ? new AttendeeReference(activity, serviceId) : activity.recordById(kind, serviceId);
}
