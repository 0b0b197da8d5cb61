import { createHash } from 'node:crypto';

/**
 * Returns a caller name for a token's subject: safe to log, and different for different subjects. The name is the subject
 * itself, or a digest of it if the subject is long, looks like personal data (an e-mail address, a number), has characters
 * other than visible ASCII, or equals the name of an API key.
 */
export function subjectName(subject: string, takenNames: ReadonlySet<string>): string {
  const plain = /^[\x21-\x7d]{1,64}$/.test(subject) && !/@|\d(?:[^A-Za-z\d]*\d){7}/.test(subject) && !takenNames.has(subject);
  return plain ? subject : `subject~${createHash('sha256').update(subject).digest('hex').slice(0, 24)}`;
}
