/*
 * One word has one meaning (docs/words.md): words that meant several things, or that only this project would use,
 * have a better one.
 */

import { filesBelow, textOf } from './files.js';

const words: readonly (readonly [word: RegExp, better: string])[] = [
  // "Form answer" is the term for what an attendee filled in.
  [
    /(?<![Ff]orm[ -]?)(?<![a-z])[Aa]nswer(s|ed|ing|able)?(?![a-z])|(?<!Form)(?<!form)Answer/,
    'response (HTTP, GraphQL), reply (of the event service), result',
  ],
  [/\b[Kk]ept\b/, 'cached, stored'],
  [/\b[Ss]par(e|es|ed|ing)\b/, 'refused while the circuit is open, skipped, saved'],
  [/\b[Tt]old\b|\b[Tt]ell(s|ing)?\b/, 'report, log, state, show'],
  [/\b[Nn]obody\b|\b[Ww]hoever\b|\b[Ss]trangers?\b/, 'no caller, the caller, the operator'],
  [/\b[Ll]et(s|ting)? go\b/, 'release, dispose'],
  [/\b[Aa]new\b/, 'again'],
  [/(?<!in[ -]|single-)\b[Ff]lights?\b/, 'request, shared read (except "in flight" and "single-flight")'],
  [/\b[Tt]all(y|ies)\b/, 'count'],
  [/(?<![Ss]ingle )(?<![Ss]ingle-)\b[Ss]ign-?ons?\b/, 'single sign-on, ssoLogin'],
  [/\b[Ss]ign(s|ed|ing)? (\w*sel(f|ves) )?on\b|\b[Ll]og(s|ged|ging)? ((an? \w+|\w*sel(f|ves)|them) )?(in|on)\b(?! the)/, 'sign in'],
  [/LookUp|lookUps|\blookUp(: '|\.)/, 'Lookup, lookups, lookup; `lookUp` for what looks up'],
  [/\ball the same\b/, 'nevertheless, although'],
  [/\bwhat is none\b/, 'an invalid value'],
  [/\b[Ee]mbedded (event )?service\b/, 'sandbox'],
  [/\b[Mm]isspelled\b/, 'misspelt'],
  [/\*\*? (Returns whether|True if)\b/, 'Whether …'],
  [/never (goes )?backwards|\bclock that never\b/, 'a monotonic clock'],
  [/\bservice's own (id|number)s?\b|\bservice's id of\b/, 'the id in the event service'],
  [
    /\b([Ff]ails?|refused|polled|tested|released|closed|optimised) at once\b|\b[Ee]nds .*\bat once\b/,
    'immediately (`at once` means together)',
  ],
  [/\bsince 1970\b/, 'since the epoch'],
  [/\* .*\b(Absent(:| if\b)|Missing(:| if\b)|If omitted\b)/, 'Omitted: …, of an optional member'],
];

/** Uses in another sense. */
const otherSenses: readonly string[] = [
  // Flights of aeroplanes.
  'src/sandbox/seed/categories.ts: flights',
];

const files = filesBelow().filter(
  (path) =>
    /^(src|docs|schema|examples|bench|tools|test|bin|deploy|wasm|\.ci)\/|^[^/]+$/.test(path) &&
    /\.(ts|tsx|mjs|cjs|js|md|graphql|json|html|css|ya?ml|service|env|example)$|^(\.[a-z]+|\.ci\/run|Dockerfile)$/.test(path) &&
    !/generated|fixtures|package(-lock)?\.json|^\.env$|^test\/repository\/words\.test\.ts$/.test(path),
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

test.each(words)('no file contains %s, for which there is a better word: %s', (word, better) => {
  const found = files.flatMap((path) =>
    textOf(path)
      .split('\n')
      .flatMap((line, index) => {
        const used = word.exec(line)?.[0];
        return used === undefined || otherSenses.includes(`${path}: ${used}`) ? [] : [`${path}:${index + 1}: "${used}", better: ${better}`];
      }),
  );
  expect(found).toEqual([]);
});
