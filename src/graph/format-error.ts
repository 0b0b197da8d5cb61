/* How an error becomes an error of the response: with its code, or hidden as a defect. */

import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { EventGraphError, safeCodes, UpstreamInvalidResponseError, type OperationCode } from '../records/errors.js';

/** An error that is not one of the closed list of codes. The response contains its `errorId` only. */
export interface Defect {
  readonly errorId: string;
  readonly requestId: string;
  readonly error: unknown;
}

export interface ErrorReporting {
  readonly newErrorId: () => string;
  /** Receives defects, for the log. */
  readonly report: (defect: Defect) => void;
  /** Receives the error of each field whose value breaks the interface in a reply that other fields can use. */
  readonly onInvalidValue?: (error: UpstreamInvalidResponseError) => void;
}

/**
 * Returns a function that formats an error for the response. An error of the closed list of codes keeps its message. Any other is a
 * defect: it is reported, and hidden behind an id that the log also has.
 */
export function createErrorFormat({
  newErrorId,
  report,
  onInvalidValue,
}: ErrorReporting): (error: unknown, requestId: string) => GraphQLFormattedError {
  return (error, requestId) => {
    // Its locations and path stay; message and extensions are replaced.
    const position = error instanceof GraphQLError ? error.toJSON() : {};
    const cause = thrownError(error);
    if (cause instanceof EventGraphError) {
      if (cause instanceof UpstreamInvalidResponseError && cause.flaw === undefined) onInvalidValue?.(cause);
      return { ...position, message: cause.message, extensions: { code: cause.code, ...cause.details() } };
    }
    if (error instanceof GraphQLError) {
      const code = error.extensions.code ?? requestErrorCode(error, cause);
      // The stack trace and Apollo Server's HTTP status are internal.
      const { stacktrace: _stacktrace, http: _http, ...extensions } = error.extensions;
      if (safeCodes.has(code)) return { ...position, message: error.message, extensions: { ...extensions, code } };
    }
    const errorId = newErrorId();
    report({ errorId, requestId, error: cause });
    return {
      ...position,
      message: 'Event Graph failed unexpectedly. Report extensions.errorId to its operator.',
      extensions: { code: 'INTERNAL_SERVER_ERROR', errorId },
    };
  };
}

/**
 * The code of an error that graphql-js reports about a request, without a code: no resolver threw it, and it is about an argument or has
 * no path. Apollo Server gives some of these errors their codes; `graphql` does not. @returns undefined for any other error
 */
function requestErrorCode({ path, message }: GraphQLError, cause: unknown): OperationCode | undefined {
  if (!(cause instanceof GraphQLError)) return undefined;
  if (invalidRequest.test(message)) return 'BAD_USER_INPUT';
  if (path !== undefined) return undefined;
  return message.startsWith('Syntax Error: ') ? 'GRAPHQL_PARSE_FAILED' : 'GRAPHQL_VALIDATION_FAILED';
}

const invalidRequest =
  /^(?:(?:Variable "\$|Argument ")\w+" (?:(?:got|has) invalid value|of (?:required|non-null) type) |Must provide (?:an )?operation|Unknown operation )/;

/**
 * The error that a resolver threw, without the errors that graphql-js and an exported schema wrapped around it. A stitched schema wraps all
 * errors of a value: the first stands for them, if all are ours.
 */
function thrownError(error: unknown): unknown {
  if (error instanceof AggregateError) {
    const all = error.errors.map(thrownError);
    return all.every((each) => each instanceof EventGraphError) ? (all[0] ?? error) : error;
  }
  if (error instanceof EventGraphQLError) return error.cause;
  return error instanceof GraphQLError && error.originalError ? thrownError(error.originalError) : error;
}

/** The error of a scalar about a value of a caller. It states what was expected, and quotes no value, so its message is safe. */
export class ValueError extends GraphQLError {}

/** An EventGraphError as a GraphQLError, which GraphQL servers show to callers. Its `cause` is the error that was thrown. */
export class EventGraphQLError extends GraphQLError {
  constructor(override readonly cause: EventGraphError) {
    // Not as originalError: GraphQL Yoga masks an error whose originalError is not a GraphQLError.
    super(cause.message, { extensions: { code: cause.code, ...cause.details() } });
    // The stack of the place where it was thrown: Apollo Server shows stacks outside production.
    if (cause.stack !== undefined) this.stack = cause.stack;
  }
}
