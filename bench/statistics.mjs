// Statistics of the samples of several rounds.

export function median(numbers) {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The lowest and the highest number. */
export const range = (numbers, places) => `${Math.min(...numbers).toFixed(places)}–${Math.max(...numbers).toFixed(places)}`;
