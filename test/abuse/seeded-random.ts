/** Chances that one seed decides. */
export interface Random {
  /** From 0 to below the limit. */
  readonly integer: (limit: number) => number;
  readonly pick: <T>(choices: readonly T[]) => T;
}

/** The generator mulberry32. */
export function randomOf(seed: number): Random {
  let state = seed;
  const integer = (limit: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
  return { integer, pick: (choices) => choices[integer(choices.length)]! };
}
