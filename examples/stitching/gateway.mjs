import { buildHTTPExecutor } from '@graphql-tools/executor-http';
import { stitchSchemas } from '@graphql-tools/stitch';
import { stitchingDirectives } from '@graphql-tools/stitching-directives';
import { buildSchema, execute } from 'graphql';
import { listen } from '../listen.mjs';

const { stitchingDirectivesTransformer, stitchingDirectivesTypeDefs } = stitchingDirectives();

/** A local schema of the gateway. It knows attendees by their ids, and adds a field to each. */
const badges = buildSchema(`
  ${stitchingDirectivesTypeDefs}
  type Query {
    badges(first: Int! = 10): [Badge!]!
    badgesOfAttendees(ids: [ID!]!): [Attendee]! @merge(keyField: "id", keyArg: "ids")
  }
  type Badge { title: String! attendee: Attendee }
  type Attendee @key(selectionSet: "{ id }") { id: ID! badge: Badge }
`);

const attendee = (id) => ({ id, badge: badge(id) });
const badge = (id) => ({ title: `Badge of ${id}`, attendee: () => attendee(id) });
const badgeFields = {
  badges: ({ first }) => Array.from({ length: first }, (_, index) => badge(`attendee:1001:${700_001 + index}`)),
  badgesOfAttendees: ({ ids }) => ids.map(attendee),
};

/**
 * Stitches Event Graph and another schema. The directives in Event Graph's SDL (schema/event-graph.stitching.graphql) define how
 * types merge: references to 50 attendees become one request to Event Graph.
 */
export function stitched({ eventsUrl, eventsSdl, fetch }) {
  const credentials = (request) => {
    const { authorization } = request?.context?.headers ?? {};
    return authorization === undefined ? {} : { authorization };
  };
  return stitchSchemas({
    subschemas: [
      { schema: buildSchema(eventsSdl), executor: buildHTTPExecutor({ endpoint: eventsUrl, headers: credentials, fetch }) },
      {
        schema: badges,
        executor: ({ document, variables }) => execute({ schema: badges, document, variableValues: variables, rootValue: badgeFields }),
      },
    ],
    subschemaConfigTransforms: [stitchingDirectivesTransformer],
  });
}

/** Serves the stitched schema. The caller's `authorization` header is forwarded to Event Graph. */
export function startGateway({ port = 0, firstQuery, ...subschemas }) {
  return listen({ port, schema: stitched(subschemas), firstQuery, context: ({ headers }) => ({ headers }) });
}
