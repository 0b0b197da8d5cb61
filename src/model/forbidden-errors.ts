/* The errors with the code FORBIDDEN: the credential of the caller does not permit a field, a mutation or an activity. */

import type { Scope, SelfScope } from './caller.js';
import { EventGraphError } from './errors.js';

/** The words for what a caller lacks a scope for, in the message of a ForbiddenError. */
export interface DeniedUse {
  /** The subject of the sentence: "… requires the scope attendees:pii". */
  readonly subject: string;
  /** What the caller can do without the scope: "…, or ask the operator for the scope." */
  readonly instead: string;
}

const deniedField: DeniedUse = { subject: 'This field', instead: 'Remove the field' };

/** The caller lacks a scope. */
export class ForbiddenError extends EventGraphError {
  override readonly name = 'ForbiddenError';
  readonly code = 'FORBIDDEN';
  /** `denied` is what requires the scopes, or the whole message. */
  constructor(
    readonly requiredScopes: readonly Scope[],
    denied: DeniedUse | string = deniedField,
  ) {
    super(typeof denied === 'string' ? denied : lackedScopes(requiredScopes, denied));
  }
  override details() {
    return { requiredScopes: this.requiredScopes };
  }
}

function lackedScopes(required: readonly Scope[], { subject, instead }: DeniedUse): string {
  const scopes = required.length > 1 ? 'scopes' : 'scope';
  return (
    `${subject} requires the ${scopes} ${required.join(' and ')}, which the caller does not have. ` +
    `${instead}, or ask the operator for the ${scopes}.`
  );
}

/**
 * Returns the message for a mutation that the caller may use only for its own mobile number.
 * @param scope with which it is only for the caller's own
 * @param expected where the caller's own number is expected; null if the credential names no number
 */
export const ownMobileOnly = (scope: SelfScope, expected: string | null): string =>
  `With the scope ${scope}, this mutation is only for your own mobile number` +
  (expected === null ? ', and your credential names none. Ask the operator for one that does.' : `. Send this number ${expected}.`);

/** The error of a caller who may not query any activity, and so has no default activity. */
export class NoActivityError extends EventGraphError {
  override readonly name = 'NoActivityError';
  readonly code = 'FORBIDDEN';
  constructor() {
    super('This caller may not query any activity, so it has no default activity. Ask the operator for access to an activity.');
  }
  override details() {
    return { requiredScopes: [] };
  }
}
