import { extendSchema, isInterfaceType, parse, type GraphQLResolveInfo, type GraphQLSchema } from 'graphql';
import { BadInputError } from '../../model/errors.js';
import { parseActivityId, parseGlobalId } from '../../model/ids.js';
import { isScope } from '../access/access-rows.js';
import { accessRowsOf, objectAccess } from '../access/access-table.js';
import { forbidden } from '../access/forbidden.js';
import { createAuditRead, type AuditRead } from '../access/audit-read.js';
import { attendeeById } from '../attendees/attendee-lookup.js';
import { AttendeeReference } from '../attendees/attendee-references.js';
import type { GraphContext } from '../context.js';
import { entityTypeNames, entityTypeOf, recordTypes } from '../names/entity-types.js';
import { resolveReference } from './entities.js';
import { publicNames } from '../names/type-names.js';

/** Returns a schema whose entities implement Relay's interface Node, with `Query.node`. Optional: two subgraphs that both have it do not compose. */
export function withRelayNode(schema: GraphQLSchema): GraphQLSchema {
  const publicName = publicNames(schema);
  const extended = extendSchema(
    schema,
    parse(`
      "An object with a global id, as Relay requires."
      interface Node { id: ID! }
      ${entityTypeNames.map((name) => `extend type ${publicName(name)} implements Node`).join('\n')}
      extend type Query {
        "A record by its global id. Null if it does not exist."
        node(id: ID!): Node
      }`),
  );
  // extendSchema omits them: the rows of bound operations.
  extended.extensions = schema.extensions;
  const node = extended.getType('Node');
  if (isInterfaceType(node)) node.resolveType = recordTypes(schema);
  const auditRead = createAuditRead(accessRowsOf(schema));
  extended.getQueryType()!.getFields().node!.resolve = (_root, { id }: { id: string }, context: GraphContext, info) =>
    resolveNode(id, context, info, auditRead);
  return extended;
}

function resolveNode(id: string, context: GraphContext, info: GraphQLResolveInfo, auditRead: AuditRead): unknown {
  const global = parseGlobalId(id);
  if (global === null && parseActivityId(id) === null) throw new BadInputError('id', 'an id such as "1001" or "attendee:1001:7"');
  const typeName = global === null ? 'Activity' : entityTypeOf(global);
  const required = objectAccess(typeName);
  if (isScope(required) && !context.caller.scopes.has(required)) throw forbidden(context, required, typeName);
  const found = resolveReference(typeName, id, context.activities);
  return found instanceof AttendeeReference ? auditRead(attendeeById(found.activity, found.id, info), context, info) : found;
}
