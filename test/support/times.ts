/* Repeating what a test makes. */

/** What a function returns for 0, for 1, and so on, as often as `count` says. */
export const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));

/** Texts of a function as those of `times`, with spaces between them. */
export const joined = (count: number, text: (index: number) => string): string => times(count, text).join(' ');
