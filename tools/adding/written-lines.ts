/* Where the lines of an addition are, for the list of what is left to decide. */

import type { Step } from './steps.js';

/**
 * Returns a text whose files in backticks, which may be without their folder, have the number of the line that the last step wrote there, as in
 * `src/rest.ts:12`. Files that the addition created have none.
 * @param textOf returns the text of a file as it is formatted
 */
export function withLines(text: string, steps: readonly Step[], textOf: (file: string) => string): string {
  const lines = new Map<string, number>();
  for (const { file, position, code } of steps) {
    if (position === 'new' || position === 'among the imports') continue;
    // The longest line occurs once.
    const line = code.split('\n').reduce((longest, one) => (one.trim().length > longest.length ? one.trim() : longest), '');
    const index = textOf(file)
      .split('\n')
      .findIndex((one) => one.includes(line));
    if (index !== -1) lines.set(file, index + 1);
  }
  return text.replaceAll(/`([\w./-]+\.\w+)`/g, (whole, name: string) => {
    const file = [...lines.keys()].find((one) => one === name || one.endsWith(`/${name}`));
    return file === undefined ? whole : `\`${file}:${lines.get(file)!}\``;
  });
}
