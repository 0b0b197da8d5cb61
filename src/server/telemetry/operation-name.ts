import { createHmac } from 'node:crypto';

/** An operation's name as logs and traces have it; null where there is none. */
export type NameForLog = (operationName: string | null | undefined) => string | null;

const longest = 64;
/** A name with fewer digits holds no mobile number. */
const mostDigits = 4;

/**
 * Makes operation names, which callers choose, fit for a log: cut to 64 letters, digits and underscores. One that could
 * carry personal data, because it has five digits or is no GraphQL name, is replaced by a hash of letters only. The key
 * makes the hash useless for guessing: there are few mobile numbers. Without a common key, hashes differ by process.
 */
export function namesForLog(key: Buffer): NameForLog {
  return (operationName) => {
    if (operationName === null || operationName === undefined || operationName === '') return null;
    const digits = operationName.replace(/\D/g, '').length;
    if (/^[A-Za-z0-9_]+$/.test(operationName) && digits <= mostDigits) return operationName.slice(0, longest);
    const hash = createHmac('sha256', key).update(operationName).digest().subarray(0, 8);
    return `hashed_${hash.toString('hex').replace(/[0-9]/g, (digit) => 'ghijklmnop'[Number(digit)]!)}`;
  };
}
