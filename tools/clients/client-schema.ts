import { readFileSync } from 'node:fs';
import { buildASTSchema, parse, visit, type GraphQLSchema } from 'graphql';

/** The directives of GraphQL itself. All others are for gateways and composers. */
const standard = new Set(['deprecated', 'oneOf', 'specifiedBy']);

/** Returns the schema for clients: the types of a subgraph's SDL without the directives of federation. */
export function clientSchema(sdl: string): GraphQLSchema {
  return buildASTSchema(
    visit(parse(sdl), {
      SchemaExtension: () => null,
      DirectiveDefinition: () => null,
      Directive: ({ name }) => (standard.has(name.value) ? undefined : null),
    }),
  );
}

/** Returns the schema for clients of `schema/event-graph.graphql`. The working directory is the project's root. */
export function committedClientSchema(): GraphQLSchema {
  return clientSchema(readFileSync('schema/event-graph.graphql', 'utf8'));
}
