/** Returns the number of letters to insert, delete or replace to change one text into the other (Levenshtein distance). */
export function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[other.length]!;
}

/** A name with at most this many typing errors is recognised. */
export const maxTypingErrors = 2;

/** Returns the name with the smallest edit distance; null where every distance exceeds the maximum. */
export function nearest(
  text: string,
  names: readonly string[],
  maxEdits = Infinity,
): { readonly name: string; readonly edits: number } | null {
  let best: { readonly name: string; readonly edits: number } | null = null;
  for (const name of names) {
    if (Math.abs(name.length - text.length) > maxEdits) continue;
    const edits = editDistance(text, name);
    if (edits <= maxEdits && (best === null || edits < best.edits)) best = { name, edits };
  }
  return best;
}
