/** Pseudo-random numbers, the same at every start. */
export interface Random {
  /** An integer from 0 up to, but not including, the limit. */
  integer(limit: number): number;
  /** One of the items. What is to occur more often than others stands there more than once. */
  pick<T>(items: readonly [T, ...T[]]): T;
}

/** A generator by the algorithm Mulberry32. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const integer = (limit: number) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return Math.floor((((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
  return { integer, pick: (items) => items[integer(items.length)] ?? items[0] };
}
