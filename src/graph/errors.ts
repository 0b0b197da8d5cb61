import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { EventGraphError } from '../model/errors.js';
import { EventGraphQLError } from './graphql-errors.js';

/** What is told of a defect: nothing but where to look it up. */
export interface Defect {
  readonly errorId: string;
  readonly requestId: string;
  readonly error: unknown;
}

export interface ErrorReporting {
  readonly newErrorId: () => string;
  /** Where defects go: they are ours to mend, not the caller's. */
  readonly report: (defect: Defect) => void;
}

/** Codes that graphql-js and Apollo Server give to an operation that is wrong in itself. Their messages are safe by then. */
const operationCodes: ReadonlySet<unknown> = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
  'OPERATION_RESOLUTION_FAILURE',
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_SUPPORTED',
  'QUERY_TOO_COMPLEX',
  'UNAUTHENTICATED',
  'INTROSPECTION_DISABLED',
]);

/** Writes an error of an answer: one of the closed list of codes, or a masked defect under an id that the log has too. */
export function createErrorFormat({ newErrorId, report }: ErrorReporting): (error: unknown, requestId: string) => GraphQLFormattedError {
  return (error, requestId) => {
    const place = error instanceof GraphQLError ? placeOf(error) : {};
    const cause = causeOf(error);
    if (cause instanceof EventGraphError) {
      return { message: cause.message, ...place, extensions: { code: cause.code, ...cause.details() } };
    }
    if (error instanceof GraphQLError && operationCodes.has(error.extensions.code)) {
      // Neither of these is for the caller: where it went wrong inside, and how Apollo Server would answer.
      const { stacktrace: _stacktrace, http: _http, ...extensions } = error.extensions;
      return { message: error.message, ...place, extensions };
    }
    const errorId = newErrorId();
    report({ errorId, requestId, error: cause });
    return {
      message: 'Something went wrong on our side. Please report the errorId.',
      ...place,
      extensions: { code: 'INTERNAL_SERVER_ERROR', errorId },
    };
  };
}

function placeOf({ locations, path }: GraphQLError): Pick<GraphQLFormattedError, 'locations' | 'path'> {
  return { ...(locations && { locations }), ...(path && { path }) };
}

/** The error that a resolver threw, out of the ones that graphql-js and an exported schema wrapped around it. */
function causeOf(error: unknown): unknown {
  if (error instanceof EventGraphQLError) return error.cause;
  return error instanceof GraphQLError && error.originalError ? causeOf(error.originalError) : error;
}
