import {
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
  GraphQLUnionType,
  type GraphQLFieldConfig,
} from 'graphql';
import { BadInputError } from '../../model/errors.js';
import { toError } from '../../primitives/to-error.js';
import type { AccessRows } from '../access/access-rows.js';
import { forbiddenObject } from '../access/forbidden.js';
import { accessRowsOf, peopleOf } from '../access/schema-access.js';
import { createReadRecorder } from '../audit/read-audit.js';
import type { GraphContext } from '../context.js';
import { entityTypeNames, recordTypes, type EntityTypeName } from '../entity-types.js';
import { publicNames } from '../type-names.js';
import { lookUpReferences, type AttendeeReference } from '../types/attendee/attendee-references.js';
import { resolveReference, type FoundRecord } from './entities.js';

/**
 * Returns a schema with the fields that Federation 2 requires of a subgraph: `Query._service` and `Query._entities`. A reference
 * that is unknown, malformed or forbidden affects only its own position. Why not @apollo/subgraph:
 * docs/decisions/0007-federation-without-apollo-subgraph.md.
 */
export function asSubgraph(schema: GraphQLSchema, sdl: () => string): GraphQLSchema {
  const config = schema.toConfig();
  const query = config.query!.toConfig();
  const publicName = publicNames(schema);
  const entity = new GraphQLUnionType({
    name: '_Entity',
    types: entityTypeNames.map((name) => schema.getType(publicName(name)) as GraphQLObjectType),
    resolveType: recordTypes(schema),
  });
  const extended = new GraphQLObjectType({
    ...query,
    fields: {
      ...query.fields,
      _service: serviceField(sdl),
      _entities: entitiesField(entity, publicName, accessRowsOf(schema)),
    },
  });
  return new GraphQLSchema({
    ...config,
    query: extended,
    types: config.types.map((type) => (type.name === extended.name ? extended : type)),
  });
}

function serviceField(sdl: () => string): GraphQLFieldConfig<unknown, GraphContext> {
  const service = new GraphQLObjectType({ name: '_Service', fields: { sdl: { type: GraphQLString } } });
  return { type: new GraphQLNonNull(service), resolve: () => ({ sdl: sdl() }) };
}

function entitiesField(
  entity: GraphQLUnionType,
  publicName: (bare: string) => string,
  rows: AccessRows,
): GraphQLFieldConfig<unknown, GraphContext> {
  const entities: Entities = { bareNames: new Map(entityTypeNames.map((name) => [publicName(name), name])), rows };
  const recordRead = createReadRecorder(rows);
  // The default parser of a scalar reads object literals, variables included.
  const any = new GraphQLScalarType({ name: '_Any', description: 'A reference to an entity: its __typename and its id.' });
  return {
    type: new GraphQLNonNull(new GraphQLList(entity)),
    args: { representations: { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(any))) } },
    resolve: (_root, { representations }, context, info) => {
      const references = representations as readonly unknown[];
      const records = lookUpReferences(resolveReferences(references, entities, context), info);
      return references.some((reference) => namesPerson(reference, entities)) ? recordRead(records, context, info) : records;
    },
  };
}

/** Whether a reference names a type whose objects describe or contain people. */
function namesPerson(reference: unknown, { bareNames, rows }: Entities): boolean {
  const { __typename: typeName } = membersOf(reference);
  const entity = bareNames.get(typeName);
  return entity !== undefined && peopleOf(entity, rows) !== 'none';
}

/** Resolves references; equal ones once. One that cannot be resolved is an error at its position. */
function resolveReferences(references: readonly unknown[], { bareNames, rows }: Entities, context: GraphContext): readonly Resolved[] {
  const resolvedByType = new Map<EntityTypeName, Map<string, Resolved>>();
  return references.map((reference, index) => {
    try {
      const { typeName, id } = parseReference(reference, index, bareNames);
      let resolved = resolvedByType.get(typeName);
      if (resolved === undefined) resolvedByType.set(typeName, (resolved = new Map<string, Resolved>()));
      let value = resolved.get(id);
      // `null` is a result, for an entity that is not served.
      if (value === undefined)
        resolved.set(id, (value = forbiddenObject(context, typeName, rows) ?? resolveReference(typeName, id, context.activities, index)));
      return value;
    } catch (error) {
      return toError(error);
    }
  });
}

/** What a reference leads to, before the attendees of all references are read together. */
type Resolved = FoundRecord | AttendeeReference | Error;

interface Entities {
  /** Their types by the names that the schema publishes. */
  readonly bareNames: ReadonlyMap<unknown, EntityTypeName>;
  readonly rows: AccessRows;
}

function parseReference(reference: unknown, index: number, bareNames: Entities['bareNames']): { typeName: EntityTypeName; id: string } {
  const { __typename: typeName, id } = membersOf(reference);
  const entity = bareNames.get(typeName);
  if (entity === undefined)
    throw new BadInputError(`representations[${index}].__typename`, `the name of an entity: ${[...bareNames.keys()].join(', ')}`);
  if (typeof id !== 'string') throw new BadInputError(`representations[${index}].id`, 'a string');
  return { typeName: entity, id };
}

const membersOf = (reference: unknown) => (typeof reference === 'object' && reference !== null ? reference : {}) as Record<string, unknown>;
