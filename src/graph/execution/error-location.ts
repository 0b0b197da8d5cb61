import { GraphQLError, locatedError, type ASTNode } from 'graphql';

type Mutable<T> = { -readonly [Member in keyof T]: T[Member] };

/**
 * The error of a field, as graphql-js's `locatedError` makes it. graphql-js reads the document's text up to the field for
 * each error; here the place is found once for all objects on which the field fails.
 * @param place an error that has the place of these nodes
 */
export function errorAt(
  thrown: unknown,
  nodes: readonly ASTNode[],
  place: () => GraphQLError,
  path: readonly (string | number)[],
): GraphQLError {
  if (!(thrown instanceof Error) || isPlaced(thrown)) return locatedError(thrown, [...nodes], path);
  const error = new GraphQLError(thrown.message, { path, originalError: thrown }) as Mutable<GraphQLError>;
  const known = place();
  error.nodes = known.nodes;
  error.source = known.source;
  error.positions = known.positions;
  error.locations = known.locations;
  return error;
}

/** Whether an error says itself where it belongs. */
function isPlaced(error: Error & Partial<Pick<GraphQLError, 'path' | 'nodes' | 'source'>>): boolean {
  return error.path !== undefined || error.nodes !== undefined || error.source !== undefined;
}
