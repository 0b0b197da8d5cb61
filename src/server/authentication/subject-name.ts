import { createHash } from 'node:crypto';

/**
 * A token's subject as a name: safe to log, and different for different subjects. One that is long, looks like personal
 * data (an address, a number), has characters beyond visible ASCII, or is the name of an API key is named by its digest.
 */
export function subjectName(subject: string, takenNames: ReadonlySet<string>): string {
  const plain = /^[\x21-\x7d]{1,64}$/.test(subject) && !/@|\d(?:[^A-Za-z\d]*\d){7}/.test(subject) && !takenNames.has(subject);
  return plain ? subject : `subject~${createHash('sha256').update(subject).digest('hex').slice(0, 24)}`;
}
