/* The terms of docs/words.md and of the glossary; and that no file contains a word that tools/docs/avoided-words.ts lists. */

import { avoidedWordRows, avoidedWords } from '../../tools/docs/avoided-words.js';
import { filesBelow, textOf } from './files.js';

/** Uses in another sense. */
const otherSenses: readonly string[] = [
  // Flights of aeroplanes.
  'src/sandbox/seed/categories.ts: flights',
];

const files = filesBelow().filter(
  (path) =>
    /^(src|docs|schema|examples|bench|tools|test|bin|deploy|wasm|\.ci)\/|^[^/]+$/.test(path) &&
    /\.(ts|tsx|mjs|cjs|js|md|graphql|json|html|css|ya?ml|service|env|example)$|^(\.[a-z]+|\.ci\/run|Dockerfile)$/.test(path) &&
    !/generated|fixtures|package(-lock)?\.json|^\.env$|^tools\/docs\/avoided-words\.ts$|^test\/repository\/words\.test\.ts$/.test(path),
);

test('the glossary and the words of the code are sorted, and none of them defines a term of the other', () => {
  const documents = [textOf('docs/glossary.md'), textOf('docs/words.md')];
  for (const document of documents) {
    const first = [...document.matchAll(/^\| \*\*(.+?)\*\*(?: ★)? \|/gm)].map(([, term]) => term!.toLowerCase());
    expect(first).toEqual([...first].sort());
    expect(first.length).toBeGreaterThan(15);
  }
  const terms = documents.flatMap((document) => [...document.matchAll(/^\|.*$/gm)].flatMap(([row]) => row.match(/\*\*.+?\*\*/g) ?? []));
  expect(terms.filter((term, index) => terms.indexOf(term) !== index)).toEqual([]);
});

test.each(avoidedWords)('no file contains "$avoided", for which there is a better word: $better', ({ pattern, better }) => {
  const found = files.flatMap((path) =>
    textOf(path)
      .split('\n')
      .flatMap((line, index) => {
        const used = pattern.exec(line)?.[0];
        const isPermitted = used === undefined || otherSenses.includes(`${path}: ${used}`) || avoidedWordRows.includes(line);
        return isPermitted ? [] : [`${path}:${index + 1}: "${used}", better: ${better}`];
      }),
  );
  expect(found).toEqual([]);
});
