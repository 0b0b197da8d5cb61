/* The steps of a recipe: its lines, each with the file and the place in it. */

export interface Step {
  /** The document that has the step. */
  readonly document: string;
  readonly file: string;
  /** The line beside which the code is inserted, or the part of a line that it replaces; null for a new file, imports and the changelog. */
  readonly line: string | null;
  readonly position: 'new' | 'among the imports' | 'among the additions' | 'after' | 'before' | 'in place of';
  readonly code: string;
}

const pattern =
  /(?:Create `(?<created>[^`]+)`|In `(?<file>[^`]+)`,\s+(?:(?<list>among the imports|among the additions)|(?<position>after|before|in\s+place\s+of)\s+(?<fence>``?)(?<line>.+?)\k<fence>)):\n\n```(?:ts|md)\n(?<code>.*?)```/gs;

/** Returns the steps of a document in their order. */
export const stepsIn = (document: string, text: string): readonly Step[] =>
  [...text.matchAll(pattern)].map(({ groups }) => ({
    document,
    file: (groups!['created'] ?? groups!['file'])!,
    line: groups!['line'] ?? null,
    position: (groups!['created'] ? 'new' : (groups!['list'] ?? groups!['position']!.replaceAll(/\s+/g, ' '))) as Step['position'],
    code: groups!['code']!,
  }));

/** A step that does not fit the files. */
export class StepError extends Error {
  override readonly name = 'StepError';
}

/** Returns the text of a file with the code of a step; `text` is null if the file does not exist. @throws StepError */
export function withStep(text: string | null, { document, file, line, position, code }: Step): string {
  if (position === 'new') {
    if (text !== null) throw new StepError(`${file} exists now. Choose an example that does not exist for ${document}.`);
    return code;
  }
  if (text === null) throw new StepError(`${file} does not exist. Mend the step in ${document}, and run npm run test:adding.`);
  if (position === 'among the additions') return withEntry(text, code);
  // An import for its effects stays first: the formatter does not move others across it.
  const anchor = position === 'among the imports' ? /^(?=import (?!'))/m : position === 'in place of' ? line! : `\n${line!}\n`;
  // The line may be the first of the file.
  const whole = `\n${text}`;
  if (typeof anchor === 'string' && whole.split(anchor).length !== 2)
    throw new StepError(`${file} does not have \`${line}\` exactly once. Mend the step in ${document}, and run npm run test:adding.`);
  const inserted = {
    'among the imports': code,
    'in place of': code.replace(/\n$/, ''),
    after: `\n${line}\n${code}`,
    before: `\n${code}${line}\n`,
  };
  return whole.replace(anchor, () => inserted[position]).slice(1);
}

/** Returns a changelog with a further entry at the end of `Added` among what is unreleased; adds the heading if it is missing. */
function withEntry(text: string, entry: string): string {
  const [, before, unreleased, after] = /^(.*?^## \[Unreleased\]\n)(.*?)((?:^(?:## |\[).*)?)$(?![^])/ms.exec(text) ?? [];
  if (unreleased === undefined) throw new StepError('CHANGELOG.md has no section `## [Unreleased]`. Add it below the introduction.');
  const added = /^### Added\n\n(?:.+\n)*/m.exec(unreleased);
  const changed =
    added === null
      ? `\n### Added\n\n${entry}${unreleased}`
      : `${unreleased.slice(0, added.index)}${added[0]}${entry}${unreleased.slice(added.index + added[0].length)}`;
  return `${before!}${changed}${after!}`;
}
