/* The steps of docs/adding.md, and those of the files beside this one, which have the lines of its tables. */

import { textOf } from '../repository/files.js';

export interface Step {
  /** The document that has the step. */
  readonly document: string;
  readonly file: string;
  /** The line beside which the code is inserted, or the part of a line that it replaces; null for a new file, and for imports. */
  readonly line: string | null;
  readonly position: 'new' | 'among the imports' | 'after' | 'before' | 'in place of';
  readonly code: string;
}

export const pattern =
  /(?:Create `(?<created>[^`]+)`|In `(?<file>[^`]+)`,\s+(?:(?<imports>among the imports)|(?<position>after|before|in\s+place\s+of)\s+(?<fence>``?)(?<line>.+?)\k<fence>)):\n\n```(?:ts|md)\n(?<code>.*?)```/gs;
export const stepsIn = (name: string): readonly Step[] =>
  [...textOf(name).matchAll(pattern)].map(({ groups }) => ({
    document: name,
    file: (groups!['created'] ?? groups!['file'])!,
    line: groups!['line'] ?? null,
    position: (groups!['created'] ? 'new' : (groups!['imports'] ?? groups!['position']!.replaceAll(/\s+/g, ' '))) as Step['position'],
    code: groups!['code']!,
  }));
export const steps = stepsIn('docs/adding.md');
export const queryIn = (text: string): string => /```graphql\n(.*?)```/s.exec(text)![1]!.trim();
/** The recipes that are tables of the document; their lines are in files of their own. */
const headings = {
  page: 'A page',
  object: 'A read of one object',
  lookup: 'A record looked up by id',
  mutation: 'A mutation',
};
export const recipes = Object.entries(headings).map(([name, heading]) => {
  const file = `test/adding/${name}.md`;
  return { name, heading, steps: stepsIn(file), query: queryIn(textOf(file)) };
});
/** The lines of "Afterwards", for the field and the list of the document. */
export const afterwards = stepsIn('test/adding/afterwards.md');
/** The lines of recipes that are in no query. */
const [setting, scope, errorCode] = ['setting', 'scope', 'error-code'].map((name) => stepsIn(`test/adding/${name}.md`)) as [
  readonly Step[],
  readonly Step[],
  readonly Step[],
];
export const furtherRecipes = { 'A setting': setting, 'A scope': scope, 'An error code': errorCode };
/** All additions to the steps of docs/adding.md, in an order in which they can be applied. */
export const additions: readonly Step[] = [
  ...afterwards,
  ...recipes.flatMap((recipe) => recipe.steps),
  ...Object.values(furtherRecipes).flat(),
];

/** Returns the text of a file with the code of a step; `text` is null if the file does not exist. */
export function withStep(text: string | null, { document, file, line, position, code }: Step): string {
  if (position === 'new') {
    if (text !== null) throw new Error(`${file} exists now. Choose an example that does not exist for ${document}.`);
    return code;
  }
  if (text === null) throw new Error(`${file} does not exist. Mend the step in ${document}, and run npm run test:adding.`);
  const anchor = position === 'among the imports' ? /^(?=import )/m : position === 'in place of' ? line! : `\n${line!}\n`;
  // The line may be the first of the file.
  const whole = `\n${text}`;
  if (typeof anchor === 'string' && whole.split(anchor).length !== 2)
    throw new Error(`${file} does not have \`${line}\` exactly once. Mend the step in ${document}, and run npm run test:adding.`);
  const inserted = {
    'among the imports': code,
    'in place of': code.replace(/\n$/, ''),
    after: `\n${line}\n${code}`,
    before: `\n${code}${line}\n`,
  };
  return whole.replace(anchor, () => inserted[position]).slice(1);
}
