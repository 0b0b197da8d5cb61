import type { GraphQLSchema } from 'graphql';
import { selectsContentOnly } from '../../graph/access/content-only.js';
import type { GraphContext } from '../../graph/context.js';
import type { ResponseErrors } from '../messages/response-errors.js';
import type { ExecutedOperation } from './apollo-server.js';
import type { ResolvedOperation } from './check-before-execution.js';
import type { Operation, OperationResult } from './operation.js';

/** Makes the result of an operation from what its execution returned, with safe messages of errors, extensions and the time for caches. */
export type FormatResult = (operation: Operation, executed: ExecutedOperation) => Promise<OperationResult>;

/** @param now milliseconds of the cache's monotonic clock */
export function createFormatResult(schema: GraphQLSchema, responseErrors: ResponseErrors, now: () => number): FormatResult {
  return async (operation, { data, errors, resolved, wrongMethod = false }) => {
    const { method, context } = operation;
    const result: { -readonly [Name in keyof OperationResult]: OperationResult[Name] } = { wrongMethod };
    if (errors) result.errors = await responseErrors(errors, operation);
    if (data !== undefined) result.data = data;
    const extensions = context.responseExtensions();
    if (extensions) result.extensions = extensions;
    if (resolved) {
      result.operationType = resolved.definition.operation;
      result.operationName = resolved.definition.name?.value ?? null;
      const maxAgeSeconds = method === 'GET' && errors === undefined ? cacheableSeconds(resolved, context, schema, now()) : 0;
      if (maxAgeSeconds > 0) result.maxAgeSeconds = maxAgeSeconds;
    }
    return result;
  };
}

/**
 * Returns how long a response may be cached: as long as the cached content that it was made from is fresh. 0 if it contains
 * anything else, such as attendees, or a stale value.
 */
function cacheableSeconds({ document }: ResolvedOperation, { usage }: GraphContext, schema: GraphQLSchema, now: number): number {
  const seconds = Math.floor((usage.freshUntil - now) / 1000);
  return seconds > 0 && usage.stale.length === 0 && selectsContentOnly(document, schema) ? seconds : 0;
}
