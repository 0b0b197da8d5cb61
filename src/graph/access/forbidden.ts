/* The errors of denials, each recorded in the audit. */

import type { Caller, Scope, SelfScope } from '../../records/caller.js';
import { ForbiddenError, NoActivityError, type DeniedUse } from '../../records/errors.js';
import { isScope, type AccessRows, type SelfUse, objectAccess } from './access.js';

/** The parts of an operation that access needs: its caller, and the record of denials. The context of every operation has both. */
export interface AccessContext {
  readonly caller: Caller;
  readonly audit: Denials;
}

export interface Denials {
  /** Records a field, or a type, that the caller lacks a scope for. */
  denied(coordinate: string): void;
}

/**
 * Returns the error for a caller who lacks scopes, and records the denial in the audit.
 * @param use what requires them, if it is less than the field
 */
export function forbidden(
  { audit }: Pick<AccessContext, 'audit'>,
  scopes: Scope | readonly Scope[],
  coordinate: string,
  use?: DeniedUse,
): ForbiddenError {
  audit.denied(coordinate);
  return new ForbiddenError(typeof scopes === 'string' ? [scopes] : scopes, use);
}

/** Returns the error for a caller who may use a field only for itself, and records the denial in the audit. */
export function forbiddenForOthers(
  { caller, audit }: AccessContext,
  scopes: readonly Scope[],
  coordinate: string,
  { scope, expected }: SelfUse,
): ForbiddenError {
  audit.denied(coordinate);
  const namesMobile = (caller.attendee?.mobile ?? null) !== null;
  return new ForbiddenError(scopes, ownMobileOnly(scope, namesMobile ? expected : null));
}

const deniedRecord: DeniedUse = { subject: 'This record', instead: 'Remove the field' };

/**
 * Returns the error for a caller who may not obtain the objects of a type, and records the denial in the audit. null: it may
 * obtain them.
 */
export function forbiddenObject(context: AccessContext, typeName: string, rows: AccessRows): ForbiddenError | null {
  const required = objectAccess(typeName, rows);
  return isScope(required) && !context.caller.scopes.has(required) ? forbidden(context, required, typeName, deniedRecord) : null;
}

/** Returns the error for a caller who may query no activity, and records the denial in the audit. */
export function withoutActivity({ audit }: Pick<AccessContext, 'audit'>): NoActivityError {
  audit.denied('Activity');
  return new NoActivityError();
}

/**
 * Returns the message for a mutation that the caller may use only for its own mobile number.
 * @param scope with which it is only for the caller's own
 * @param expected where the caller's own number is expected; null if the credential names no number
 */
const ownMobileOnly = (scope: SelfScope, expected: string | null): string =>
  `With the scope ${scope}, this mutation is only for your own mobile number` +
  (expected === null ? ', and your credential names none. Ask the operator for one that does.' : `. Send this number ${expected}.`);
