import { ForbiddenError, NoActivityError } from '../../model/errors.js';
import type { Scope } from '../../model/caller.js';
import type { GraphContext } from '../context.js';

/** Returns the error for a caller who lacks scopes, and records the refusal in the audit. */
export function forbidden({ audit }: Pick<GraphContext, 'audit'>, scopes: Scope | readonly Scope[], coordinate: string): ForbiddenError {
  audit.refused(coordinate);
  return new ForbiddenError(typeof scopes === 'string' ? [scopes] : scopes);
}

/** Returns the error for a caller who may query no activity, and records the refusal in the audit. */
export function withoutActivity({ audit }: Pick<GraphContext, 'audit'>): NoActivityError {
  audit.refused('Activity');
  return new NoActivityError();
}
