import type { UpstreamRejectedError } from './errors.js';

/** The codes of problems that a caller can correct. */
export const userErrorCodes = ['REQUIRED', 'UNKNOWN_FIELD', 'INVALID', 'TOO_LONG', 'IDEMPOTENCY_KEY_REUSED', 'REJECTED'] as const;
export type UserErrorCode = (typeof userErrorCodes)[number];

/** A problem of a mutation's input that the caller can correct. The message never quotes the input. */
export interface UserError {
  readonly code: UserErrorCode;
  readonly message: string;
  /** The path of the invalid value in the input. */
  readonly field: readonly string[] | null;
}

/** The user error for a request that the service rejected, with the service's masked message. */
export function rejectedByService({ serviceMessage }: UpstreamRejectedError): UserError {
  return { code: 'REJECTED', message: serviceMessage || 'The event service rejected the request without a message.', field: null };
}
