export const userErrorCodes = ['REQUIRED', 'UNKNOWN_FIELD', 'INVALID', 'TOO_LONG', 'IDEMPOTENCY_KEY_REUSED', 'REJECTED'] as const;
export type UserErrorCode = (typeof userErrorCodes)[number];

/** Something that the caller of a mutation can put right. The message never quotes what was sent. */
export interface UserError {
  readonly code: UserErrorCode;
  readonly message: string;
  /** Path into the input. */
  readonly field: readonly string[] | null;
}
