import { basename } from 'node:path';
import { filesBelow, textOf } from './files.js';

const sources = filesBelow('src').filter((path) => path.endsWith('.ts'));

/** The first comment of a file: its indent, whether it documents a declaration, and the line below it. */
const firstComment = /^(?<indent> *)(?:\/\/.*|\/\*(?<isDoc>\*?)[^]*?\*\/)\n(?<below>.*)$/m;

const singular = (name: string): string =>
  name
    .replace(/ies$/, 'y')
    .replace(/(?<=[sxz]|[cs]h)es$/, '')
    .replace(/s$/, '');

/**
 * Whether the first comment of a file describes the file, or its main declaration: the only function, class or constant that it exports,
 * or a declaration that the file is named after.
 */
function saysWhatItIs(path: string): boolean {
  const { indent, isDoc, below } = firstComment.exec(textOf(path))?.groups ?? {};
  if (below === undefined || isDoc === undefined || indent !== '') return false;
  if (isDoc === '') return true;
  // A number is a detail of the file.
  if (/\bconst \w+ = -?\d/.test(below)) return false;
  if (below.startsWith('export {')) return true;
  if (
    exportedValue.test(below) &&
    textOf(path)
      .split('\n')
      .filter((line) => exportedValue.test(line)).length === 1
  )
    return true;
  const declared = letters(/\b(?:const|function|class|interface|type) (\w+)/.exec(below)?.[1] ?? '');
  const named = letters(basename(path, '.ts'));
  return declared !== '' && (declared.includes(named) || named.includes(declared));
}
const exportedValue = /^export (abstract class|class|(async )?function|const )/;
/** A name without capitals, signs and the ending of the plural. */
const letters = (name: string): string => singular(name.toLowerCase().replace(/[^a-z]/g, ''));

test('the first comment of a source file says what the file is, not what a member is; the descriptions of graph types do', () => {
  const isDescribed = (path: string) => /^src\/graph\/types\/.+\.(type|input|resolver|access)\.ts$/.test(path);
  const silent = sources.filter((path) => !isDescribed(path) && !saysWhatItIs(path));
  expect(silent.map((path) => `${path}: write \`/* What the file is. */\` before the imports`)).toEqual([]);
});

test.each([
  ['stops', 'StopRecord'],
  ['shuttle-buses', 'ShuttleBusRecord'],
  ['boxes', 'BoxRecord'],
  ['galleries', 'GalleryRecord'],
])('a file named %s may begin with the declaration of %s', (file, declared) => {
  expect(letters(declared)).toContain(letters(file));
});
