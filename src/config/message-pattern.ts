import { RE2JS } from 're2js';

/** A pattern that the beginning of the service's messages is matched against. */
export interface MessagePattern {
  /** As it was written. */
  readonly source: string;
  /** Without `g` and `y`: every match begins at the front. */
  readonly flags: string;
  test(text: string): boolean;
}

/** What a pattern must be, for error messages. */
export const expectedPattern =
  'a regular expression of at most 500 characters that can be matched in linear time: no lookahead, lookbehind or backreference, no flag v, repeats of at most 1000 (RE2 syntax)';

const longestSource = 500;
/** The engine would take it for the letter k. */
const namedBackreference = /\\k</;
const engineFlags: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
  u: 0,
  d: 0,
  g: 0,
  y: 0,
};

/**
 * A regular expression on RE2's engine, which never takes longer than in proportion to the text: JavaScript's own needs
 * years for some patterns, such as (a+)+$, and the event loop with it. JavaScript's notation is accepted, but for what no
 * such engine can do. `\s`, `\w`, `\d` and `\b` are those of ASCII.
 * @returns undefined for a pattern that is malformed or beyond linear time
 */
export function messagePattern({ source, flags }: Pick<RegExp, 'source' | 'flags'>): MessagePattern | undefined {
  const known = flags.split('').map((flag) => engineFlags[flag]);
  if (source.length > longestSource || namedBackreference.test(source) || !known.every((flag) => flag !== undefined)) return undefined;
  try {
    const engine = RE2JS.compile(
      RE2JS.translateRegExp(source),
      known.reduce((all, flag) => all | flag, 0),
    );
    return new LinearPattern(source, flags.replace(/[gy]/g, ''), engine);
  } catch {
    return undefined;
  }
}

class LinearPattern implements MessagePattern {
  readonly #engine: RE2JS;
  constructor(
    readonly source: string,
    readonly flags: string,
    engine: RE2JS,
  ) {
    this.#engine = engine;
  }
  test(text: string): boolean {
    return this.#engine.test(text);
  }
}
