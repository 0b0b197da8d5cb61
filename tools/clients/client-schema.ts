import { readFileSync } from 'node:fs';
import { buildASTSchema, parse, visit, type GraphQLSchema } from 'graphql';
import { describeRootTypes } from '../../src/graph/types/root-types.js';

/** The directives of GraphQL itself. All others are for gateways and composers. */
const standard = new Set(['deprecated', 'oneOf', 'specifiedBy']);

/** Returns the schema for clients: the types of a subgraph's SDL without the directives of federation, and with descriptions of the root types. */
export function clientSchema(sdl: string): GraphQLSchema {
  const schema = buildASTSchema(
    visit(parse(sdl), {
      SchemaExtension: () => null,
      DirectiveDefinition: () => null,
      Directive: ({ name }) => (standard.has(name.value) ? undefined : null),
    }),
  );
  describeRootTypes(schema);
  return schema;
}

/** Returns the schema for clients of `schema/event-graph.graphql`. The working directory is the project's root. */
export function committedClientSchema(): GraphQLSchema {
  return clientSchema(readFileSync('schema/event-graph.graphql', 'utf8'));
}
