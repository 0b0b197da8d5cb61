/* Names of operations that are safe in logs. */

import { createHmac } from 'node:crypto';

/** Returns an operation's name for logs, or null if it has none: `Attendees` as it is, `Find13800138000` as `hashed_` and letters. */
export type NameForLog = (operationName: string | null | undefined) => string | null;

const maxLength = 64;
/** A name with at most this number of digits cannot contain a mobile number. */
const maxDigits = 4;

/**
 * Returns a function that makes operation names safe for logs, because callers choose them: at most 64 letters, digits and
 * underscores. A name that can contain personal data, because it has five digits or is not a GraphQL name, is replaced by an
 * HMAC written in letters. A plain hash of a mobile number could be found by trying all numbers; the key prevents this. Each
 * process has another key, so hashes differ between processes.
 */
export function createNameForLog(key: Buffer): NameForLog {
  return (operationName) => {
    if (operationName === null || operationName === undefined || operationName === '') return null;
    const digits = operationName.replace(/\D/g, '').length;
    if (/^[A-Za-z0-9_]+$/.test(operationName) && digits <= maxDigits) return operationName.slice(0, maxLength);
    const hash = createHmac('sha256', key).update(operationName).digest().subarray(0, 8);
    return `hashed_${hash.toString('hex').replace(/[0-9]/g, (digit) => 'ghijklmnop'[Number(digit)]!)}`;
  };
}
