import { extendSchema, isInterfaceType, parse, type GraphQLResolveInfo, type GraphQLSchema } from 'graphql';
import { BadInputError } from '../../records/errors.js';
import { parseActivityId, parseGlobalId } from '../../records/ids.js';
import type { GraphContext } from '../context.js';
import { setReads } from '../cost/reads.js';
import { entityTypeNames, entityTypeOf, recordTypes } from '../entity-types.js';
import { publicNames } from '../type-names.js';
import { EntityLookup, recordOf } from './entities.js';

/**
 * Returns a schema whose entities implement Relay's interface Node, with `Query.node`. Optional: two subgraphs that both have it do
 * not compose.
 */
export function withRelayNode(schema: GraphQLSchema): GraphQLSchema {
  const publicName = publicNames(schema);
  const extended = extendSchema(
    schema,
    parse(`
      "An object with a global id, as Relay requires."
      interface Node {
        "The global id, or the id of an activity."
        id: ID!
      }
      ${entityTypeNames.map((name) => `extend type ${publicName(name)} implements Node`).join('\n')}
      extend type Query {
        "A record by its global id. Null if it does not exist."
        node("The global id, or the id of an activity." id: ID!): Node
      }`),
  );
  // extendSchema omits them: the rows of access.
  extended.extensions = schema.extensions;
  const node = extended.getType('Node');
  if (isInterfaceType(node)) node.resolveType = recordTypes(schema);
  const entities = new EntityLookup(schema);
  const field = extended.getQueryType()!.getFields().node!;
  setReads(field, { references: 'id' });
  field.resolve = (_root, { id }: { id: string }, context: GraphContext, info) => resolveNode(id, entities, context, info);
  return extended;
}

function resolveNode(id: string, entities: EntityLookup, context: GraphContext, info: GraphQLResolveInfo): unknown {
  const global = parseGlobalId(id);
  if (global === null && parseActivityId(id) === null) throw new BadInputError('id', 'an id such as "1001" or "attendee:1001:7"');
  const typeName = global === null ? 'Activity' : entityTypeOf(global);
  const found = entities.find(typeName, id, context, null);
  if (found instanceof Error) throw found;
  return entities.recordRead([typeName], recordOf(found, info), context, info);
}
