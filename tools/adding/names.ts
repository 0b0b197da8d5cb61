/* The spellings of a name, and texts in which the name of an example is replaced by another one in the same spelling. */

/** A name as words in lower case. */
export interface Name {
  readonly singular: readonly string[];
  readonly plural: readonly string[];
}

/** Reads a name in any spelling. @param plural the plural in the same spelling; omitted: with an `s` */
export function nameOf(text: string, plural?: string): Name {
  const singular = wordsOf(text);
  return { singular, plural: plural === undefined ? [...singular.slice(0, -1), `${singular.at(-1)!}s`] : wordsOf(plural) };
}

const wordsOf = (text: string): readonly string[] =>
  text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_-]+/);

const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1);
const spellings = {
  /** Of types and classes. */
  pascal: (words: readonly string[]) => words.map(capital).join(''),
  /** Of fields and variables. */
  camel: (words: readonly string[]) => words.map((word, index) => (index === 0 ? word : capital(word))).join(''),
  /** Of files and paths. */
  kebab: (words: readonly string[]) => words.join('-'),
  constant: (words: readonly string[]) => words.join('_').toUpperCase(),
  prose: (words: readonly string[]) => words.join(' '),
  sentence: (words: readonly string[]) => capital(words.join(' ')),
};
type Spelling = keyof typeof spellings;
export const spell = (words: readonly string[], spelling: Spelling): string => spellings[spelling](words);

/** What a text is written in. */
export type TextKind = 'ts' | 'graphql' | 'md' | 'path';

/** Comments, descriptions and the names of tests; in Markdown what is not in backticks. */
const proseIn = {
  ts: /\/\*.*?\*\/|\/\/.*?$|description: '[^']*'|test\('[^']*'/gms,
  graphql: /^#.*$/gm,
  md: /(?<=^|`)[^`]*(?=`|$(?![^]))/g,
};

/** Returns a function that replaces one name by another in code, in a path or in Markdown. */
export function renaming(from: Name, to: Name): (text: string, kind: TextKind) => string {
  const spelled = new Map<string, 'singular' | 'plural'>();
  for (const number of ['singular', 'plural'] as const)
    for (const spelling of Object.values(spellings)) spelled.set(spelling(from[number]), number);
  const found = [...spelled.keys()].toSorted((one, other) => other.length - one.length).join('|');
  const pattern = new RegExp(`(?:\\b(?<article>[Aa])n?(?<gap>[ -]))?(?<name>${found})`, 'g');
  return (text, kind) => {
    const prose = kind === 'path' ? [] : proseRanges(text, kind);
    return text.replaceAll(pattern, (match, ...rest) => {
      const { article, gap, name } = rest.at(-1) as { article?: string; gap?: string; name: string };
      const at = (rest.at(-3) as number) + match.length - name.length;
      const isProse = prose.some(([start, end]) => start <= at && at < end);
      const renamed = spell(to[spelled.get(name)!], spellingOf(name, text.slice(0, at), text.slice(at + name.length), isProse));
      if (article === undefined) return renamed;
      return `${article}${isProse && /^[aeiou]/i.test(renamed) ? 'n' : ''}${gap!}${renamed}`;
    });
  };
}

function proseRanges(text: string, kind: Exclude<TextKind, 'path'>): readonly (readonly [start: number, end: number])[] {
  if (kind !== 'md') return [...text.matchAll(proseIn[kind])].map(({ 0: match, index }) => [index, index + match.length]);
  const parts = text.split('`');
  const starts = parts.map((_, index) => parts.slice(0, index).join('`').length + Math.min(index, 1));
  return parts.flatMap((part, index) => (index % 2 === 0 ? [[starts[index]!, starts[index]! + part.length] as const] : []));
}

/** Names of one word look alike as fields, as files and in prose; what surrounds them decides. */
function spellingOf(name: string, before: string, after: string, isProse: boolean): Spelling {
  if (name === name.toUpperCase()) return 'constant';
  if (/[/-]$/.test(before) || /^(-\w+)*\.graphql/.test(after) || (name.includes('-') && /^[a-z]/.test(name))) return 'kebab';
  const isWord = isProse && !/[\w"]$/.test(before) && !/^(\w|:[<\d]|")/.test(after);
  if (/^[A-Z]/.test(name)) return isWord || name.includes(' ') ? 'sentence' : 'pascal';
  return isWord || name.includes(' ') ? 'prose' : 'camel';
}
