import { readFileSync } from 'node:fs';
import { buildASTSchema, parse, visit, type GraphQLSchema } from 'graphql';

/** What a directive of the language itself says stays; what is for routers and composers goes. */
const standard = new Set(['deprecated', 'oneOf', 'specifiedBy']);

/** The schema that clients ask, out of a subgraph's SDL: the same types without the directives of federation. */
export function clientSchema(sdl: string): GraphQLSchema {
  return buildASTSchema(
    visit(parse(sdl), {
      SchemaExtension: () => null,
      DirectiveDefinition: () => null,
      Directive: ({ name }) => (standard.has(name.value) ? undefined : null),
    }),
  );
}

/** The schema of `schema/event-graph.graphql`, read from the project's root. */
export function committedClientSchema(): GraphQLSchema {
  return clientSchema(readFileSync('schema/event-graph.graphql', 'utf8'));
}
