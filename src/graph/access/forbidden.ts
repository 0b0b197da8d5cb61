import type { Scope } from '../../model/caller.js';
import { ForbiddenError, NoActivityError } from '../../model/errors.js';
import type { GraphContext } from '../context.js';
import { isScope, type AccessRows } from './access-rows.js';
import { objectAccess } from './schema-access.js';

/** Returns the error for a caller who lacks scopes, and records the denial in the audit. */
export function forbidden({ audit }: Pick<GraphContext, 'audit'>, scopes: Scope | readonly Scope[], coordinate: string): ForbiddenError {
  audit.denied(coordinate);
  return new ForbiddenError(typeof scopes === 'string' ? [scopes] : scopes);
}

/**
 * Returns the error for a caller who may not obtain the objects of a type, and records the denial in the audit. null: it may
 * obtain them.
 */
export function forbiddenObject(context: GraphContext, typeName: string, rows: AccessRows): ForbiddenError | null {
  const required = objectAccess(typeName, rows);
  return isScope(required) && !context.caller.scopes.has(required) ? forbidden(context, required, typeName) : null;
}

/** Returns the error for a caller who may query no activity, and records the denial in the audit. */
export function withoutActivity({ audit }: Pick<GraphContext, 'audit'>): NoActivityError {
  audit.denied('Activity');
  return new NoActivityError();
}
