/* The steps of a recipe: its lines, each with the file and the place in it. */

export interface Step {
  /** The document that has the step. */
  readonly document: string;
  readonly file: string;
  /**
   * The line beside which the code is inserted, the part of a line that it replaces, or the beginning of the block in which it is inserted;
   * null for a new file, imports, exports and the changelog.
   */
  readonly line: string | null;
  readonly position:
    | 'new'
    | 'among the imports'
    | 'among the exports'
    | 'among the additions'
    | 'after'
    | 'before'
    | 'in place of'
    | 'at the end of'
    | 'in alphabetical order in';
  readonly code: string;
}

const pattern =
  /(?:Create `(?<created>[^`]+)`|In `(?<file>[^`]+)`,\s+(?:(?<list>among the (?:imports|exports|additions))|(?<position>after|before|in\s+place\s+of|at\s+the\s+end\s+of|in\s+alphabetical\s+order\s+in)\s+(?<fence>``?)(?<line>.+?)\k<fence>)):\n\n```(?:ts|md|graphql)\n(?<code>.*?)```/gs;

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
  if (position === 'among the imports') return code.trimEnd().split('\n').reduce(withImport, text);
  if (position === 'among the exports') {
    const added = withExport(text, code);
    if (added === null) throw new StepError(`${file} has no exports of the folder of \`${code.trim()}\`. Mend the step in ${document}.`);
    return added;
  }
  if (position === 'at the end of' || position === 'in alphabetical order in') {
    const block = blockIn(text, line!);
    if (block === null) throw new StepError(`${file} does not have a block \`${line}\` exactly once. Mend the step in ${document}.`);
    const at = position === 'at the end of' ? block.end : sortedPlace(text, block, code);
    return `${text.slice(0, at)}${code}${text.slice(at)}`;
  }
  const anchor = position === 'in place of' ? line! : `\n${line!}\n`;
  // The line may be the first of the file.
  const whole = `\n${text}`;
  if (whole.split(anchor).length !== 2)
    throw new StepError(`${file} does not have \`${line}\` exactly once. Mend the step in ${document}, and run npm run test:adding.`);
  const inserted = {
    'in place of': code.replace(/\n$/, ''),
    after: `\n${line}\n${code}`,
    before: `\n${code}${line}\n`,
  };
  return whole.replace(anchor, () => inserted[position]).slice(1);
}

/** Adds an import, to the one of the same module if there is one. */
function withImport(text: string, line: string): string {
  const [, head, names, module] = /^(import (?:type )?)\{ (.+) \} from '(.+)';$/.exec(line) ?? [];
  if (head !== undefined) {
    const present = [...text.matchAll(/^(import (?:type )?)\{([^}]*)\} from '(.+)';$/gm)].find(([, h, , m]) => h === head && m === module);
    if (present) {
      const all = new Set([...present[2]!.split(','), ...names!.split(',')].map((name) => name.trim()).filter((name) => name !== ''));
      const sorted = [...all].toSorted((one, other) => one.replace('type ', '').localeCompare(other.replace('type ', '')));
      return text.replace(present[0], () => `${head}{ ${sorted.join(', ')} } from '${module}';`);
    }
  }
  // An import for its effects stays first: the formatter does not move others across it.
  return text.replace(/^(?=import (?!'))/m, () => `${line}\n`);
}

/** Adds an export of another file, among those of the same folder, which are sorted by file. @returns null if there are none */
function withExport(text: string, code: string): string | null {
  const [, head, folder, file] = /^(export (?:type )?)\{ .+ \} from '(.+\/)(.+)\.js';$/m.exec(code)!;
  const exports = [...text.matchAll(/^(export (?:type )?)\{[^}]*\} from '(.+\/)(.+)\.js';\n/gm)];
  const present = exports.filter(([, otherHead, otherFolder]) => otherHead === head && otherFolder === folder);
  const last = present.at(-1);
  if (last === undefined) return null;
  const at = present.find(([, , , other]) => other! > file!)?.index ?? last.index + last[0].length;
  return `${text.slice(0, at)}${code}${text.slice(at)}`;
}

interface Block {
  /** The position after the line in which the block begins. */
  readonly start: number;
  /** The position before the last line, or after the table below a heading. */
  readonly end: number;
}

/**
 * Finds a block by its beginning, in which "…" stands for any text. @returns null if there is not exactly one. An object that ends with a spread
 * has its end before the spread, whose members take precedence.
 */
function blockIn(text: string, beginning: string): Block | null {
  const parts = beginning
    .split(' … ')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s+') + (/\w$/.test(part) ? '\\b' : ''));
  const isHeading = beginning.startsWith('#');
  const found = [...text.matchAll(new RegExp(`${isHeading ? '^' : ''}${parts.join('[^]*?')}$`, 'gm'))];
  if (found.length !== 1) return null;
  const start = found[0]!.index + found[0]![0].length;
  const indentation = /^ */.exec(text.slice(text.lastIndexOf('\n', start - 1) + 1))![0];
  // The rows of a table follow its delimiter.
  const end = isHeading
    ? /^\|[-:| ]*-[-:| ]*\|\n(?:\|.*\n)*/m
    : new RegExp(`^(?: +\\.\\.\\.\\w+,\\n${indentation}(?=\\})|${indentation}(?=[}\\])]))`, 'm');
  const last = end.exec(text.slice(start));
  if (last === null) return null;
  return { start, end: start + last.index + (isHeading ? last[0].length : 0) };
}

/** Returns the position of a property among those of an object, which are sorted by name. Its comments belong to it. */
function sortedPlace(text: string, { start, end }: Block, code: string): number {
  const properties = /^(?: *\/\/.*\n)*( *)(\w+):/gm;
  const [, indentation, name] = properties.exec(code)!;
  properties.lastIndex = 0;
  const next = [...text.slice(start, end).matchAll(properties)].find(([, other, key]) => other === indentation && key! > name!);
  return next === undefined ? end : start + next.index;
}

/** Returns a changelog with a further entry at the end of the first group of `Added` among what is unreleased; adds the heading if it is missing. */
function withEntry(text: string, entry: string): string {
  const [, before, unreleased, after] = /^(.*?^## \[Unreleased\]\n)(.*?)((?:^(?:## |\[).*)?)$(?![^])/ms.exec(text) ?? [];
  if (unreleased === undefined) throw new StepError('CHANGELOG.md has no section `## [Unreleased]`. Add it below the introduction.');
  const added = /^### Added\n\n(?:#### .+\n\n)?(?:.+\n)*/m.exec(unreleased);
  const changed =
    added === null
      ? `\n### Added\n\n${entry}${unreleased}`
      : `${unreleased.slice(0, added.index)}${added[0]}${entry}${unreleased.slice(added.index + added[0].length)}`;
  return `${before!}${changed}${after!}`;
}
