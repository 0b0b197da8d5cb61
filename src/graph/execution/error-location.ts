import { GraphQLError, locatedError, type ASTNode } from 'graphql';

type Mutable<T> = { -readonly [Member in keyof T]: T[Member] };

/**
 * Returns the error of a field, equal to the result of graphql-js's `locatedError`. graphql-js computes line and column from
 * the text of the document for each error; here they are computed once for all objects on which the field fails.
 * @param location returns an error with the location of the nodes
 */
export function errorAt(
  thrown: unknown,
  nodes: readonly ASTNode[],
  location: () => GraphQLError,
  path: readonly (string | number)[],
): GraphQLError {
  if (!(thrown instanceof Error) || isLocated(thrown)) return locatedError(thrown, [...nodes], path);
  const error = new GraphQLError(thrown.message, { path, originalError: thrown }) as Mutable<GraphQLError>;
  const located = location();
  error.nodes = located.nodes;
  error.source = located.source;
  error.positions = located.positions;
  error.locations = located.locations;
  return error;
}

/** Whether an error has a location or a path of its own. */
function isLocated(error: Error & Partial<Pick<GraphQLError, 'path' | 'nodes' | 'source'>>): boolean {
  return error.path !== undefined || error.nodes !== undefined || error.source !== undefined;
}
