/*
 * Fingerprints of inputs. They are stored with the write for a day, and later versions of the program compare them with the input of a
 * repeat. A fingerprint that changes would make the repeat look like another input; a caller who then chooses a new key registers twice.
 */

import { isObject } from '../../primitives/values.js';

/**
 * Changes whenever an input would otherwise get another text from `canonicalText` than before, such as after a member was renamed.
 * Fingerprints of other versions are not compared. Those without a version are from before the first release.
 */
const version = '1:';

/**
 * Returns a string that is equal for equal inputs. The order of members does not count. A member that is null counts as omitted, so that a
 * new optional member leaves the fingerprints of earlier inputs as they are. The order of lists counts.
 * @param digest a keyed digest, so that inputs can be neither read from a fingerprint nor guessed
 */
export const fingerprintOf = (input: unknown, digest: (text: string) => string): string => version + digest(canonicalText(input));

/** Whether a stored fingerprint can be compared: it could be read, and `fingerprintOf` of this version has returned it. */
export const isComparable = (stored: string | null): boolean => stored !== null && stored.startsWith(version);

const canonicalText = (input: unknown): string =>
  JSON.stringify(input, (_name, value: unknown) => (isObject(value) ? canonical(value) : value));

function canonical(object: Record<string, unknown>): object {
  const members = Object.entries(object).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(members.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
