import { buildHTTPExecutor } from '@graphql-tools/executor-http';
import { stitchSchemas } from '@graphql-tools/stitch';
import { stitchingDirectives } from '@graphql-tools/stitching-directives';
import { buildSchema, execute } from 'graphql';
import { listen } from '../listen.mjs';

const { stitchingDirectivesTransformer, stitchingDirectivesTypeDefs } = stitchingDirectives();

/** A schema of the gateway's own: it knows attendees by their ids, and adds a field to each. */
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
 * Stitches Event Graph and another schema. Everything that merging types takes is said by directives in Event Graph's SDL,
 * schema/event-graph.stitching.graphql: 50 attendees that others refer to are one request to it.
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

/** Serves the stitched schema; the caller's `authorization` goes through to Event Graph. */
export function startGateway({ port = 0, firstQuery, ...subschemas }) {
  return listen({ port, schema: stitched(subschemas), firstQuery, context: ({ headers }) => ({ headers }) });
}
