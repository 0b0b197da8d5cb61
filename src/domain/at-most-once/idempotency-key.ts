/* The user errors of idempotency keys. A mutation that takes one has it as `input.idempotencyKey`. */

import type { UserError } from '../../records/user-error.js';

/** Returns the problems of a key that a caller chose. null, if the caller chose none, has no problem. */
export function checkIdempotencyKey(idempotencyKey: string | null): readonly UserError[] {
  if (idempotencyKey === null || /^[\x21-\x7e]{16,255}$/.test(idempotencyKey)) return [];
  return [{ code: 'INVALID', message: 'Idempotency key: use 16 to 255 visible ASCII characters.', field: ['idempotencyKey'] }];
}

export const keyReused: UserError = {
  code: 'IDEMPOTENCY_KEY_REUSED',
  message: 'Idempotency key: it was used before with another input. Use a new key for another input.',
  field: ['idempotencyKey'],
};
