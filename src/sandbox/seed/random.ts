/** Pseudo-random numbers, the same at every start. */
export interface Random {
  /** An integer from 0 up to, but not including, the limit. */
  integer(limit: number): number;
  chance(share: number): boolean;
  pick<T>(items: readonly [T, ...T[]]): T;
  /** A random item, in proportion to its weight. */
  weighted<T>(items: readonly [readonly [T, number], ...(readonly [T, number])[]]): T;
}

/** A generator by the algorithm Mulberry32. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (limit: number) => Math.floor(next() * limit);
  return {
    integer,
    chance: (share) => next() < share,
    pick: (items) => items[integer(items.length)] ?? items[0],
    weighted: (items) => {
      let left = next() * items.reduce((sum, [, weight]) => sum + weight, 0);
      return (items.find(([, weight]) => (left -= weight) < 0) ?? items[0])[0];
    },
  };
}
