/* What an addition leaves to decide: comments in its files, which `npm run check` refuses until each is removed. */

import type { Step } from './steps.js';

/**
 * A point that an addition leaves undecided: the text of a comment above a line of a file; if the line is a heading, below it; if it
 * is a row of a table that the addition writes, below the table.
 */
export interface UndecidedPoint {
  readonly file: string;
  readonly line: string;
  readonly text: string;
}

const item = /^- In `(?<file>[^`]+)`,\s+at\s+(?<fence>``?)(?<line>.+?)\k<fence>:\s+(?<text>[^]+?)(?=\n- |\n*$(?![^]))/gm;

/** Reads the undecided points of a recipe, the items of a list. */
export const undecidedPointsIn = (list: string): readonly UndecidedPoint[] =>
  [...list.matchAll(item)].map(({ groups }) => ({
    file: groups!['file']!,
    line: groups!['line']!,
    text: groups!['text']!.replaceAll(/\s+/g, ' '),
  }));

/** Returns the steps with a comment for each undecided point: in the code of the step that has its line, or else as a further step. */
export function withComments(steps: readonly Step[], points: readonly UndecidedPoint[]): readonly Step[] {
  const commented = [...steps];
  for (const { file, line, text } of points) {
    const comment = file.endsWith('.md') ? `<!-- TO DECIDE: ${text} -->` : `${/^ */.exec(line)![0]}// TO DECIDE: ${text}`;
    const index = commented.findIndex((step) => step.file === file && step.code.split('\n').includes(line));
    const step = commented[index];
    if (step === undefined) {
      const place = line.startsWith('#') ? ({ line: `${line}\n`, position: 'after' } as const) : ({ line, position: 'before' } as const);
      commented.push({ document: steps[0]!.document, file, ...place, code: `${comment}\n` });
    } else {
      const lines = step.code.split('\n');
      commented[index] = { ...step, code: lines.toSpliced(placeOf(lines.indexOf(line), lines), 0, comment).join('\n') };
    }
  }
  return commented;
}

/** Returns where the comment of a line is inserted. A comment between the rows of a table would end it, so it follows the last row. */
function placeOf(index: number, lines: readonly string[]): number {
  if (!lines[index]!.startsWith('|')) return index;
  const end = lines.findIndex((line, at) => at > index && !line.startsWith('|'));
  return end === -1 ? lines.length : end;
}

/** Returns what the comments of a text leave to decide, each with its file and line. */
export const undecidedIn = (file: string, text: string): readonly string[] =>
  text.split('\n').flatMap((line, index) => {
    const undecided = /^ *(?:\/\/|<!--) TO DECIDE: (.*?)(?: -->)?$/.exec(line)?.[1];
    return undecided === undefined ? [] : [`${file}:${index + 1}: ${undecided}`];
  });
