import { createHash } from 'node:crypto';

/**
 * Returns a caller name for a token's subject: safe to log, and different for different subjects. The name is the subject
 * itself, or a digest of it if the subject is long, looks like personal data (an e-mail address, a number), has characters
 * other than visible ASCII, or equals the name of an API key. Names are part of stored keys, so the digest of a subject must not change.
 */
export function subjectName(subject: string, takenNames: ReadonlySet<string>): string {
  const plain = /^[\x21-\x7d]{1,64}$/.test(subject) && !/@|\d(?:[^A-Za-z\d]*\d){7}/.test(subject) && !takenNames.has(subject);
  return plain ? subject : `subject~${digestOf(subject).slice(0, 24)}`;
}

function digestOf(subject: string): string {
  const hash = createHash('sha256');
  if (subject.isWellFormed()) return hash.update(subject).digest('hex');
  // In UTF-8, all lone surrogates are one character. The byte, which UTF-8 never has, keeps these digests apart from the others.
  return hash.update(Buffer.of(0xff)).update(subject, 'utf16le').digest('hex');
}
