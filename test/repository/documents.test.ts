import { dirname, join, normalize } from 'node:path';
import { settingNames } from '../../src/config/settings.js';
import { filesBelow, textOf } from './files.js';

/*
 * The documents lead somewhere: links to files and headings, section signs to the interface, names to settings.
 */

const files = new Set(filesBelow());
const documents = [...files].filter((path) => path.endsWith('.md'));
const interfaceDocument = 'docs/event-service-interface.md';

/** The text of a document without its blocks of code, whose brackets are no links and whose # are no headings. */
const proseOf = (path: string): string => textOf(path).replaceAll(/^```.*?^```/gms, '');

/** A heading as GitHub names it in an address: https://github.com/Flet/github-slugger has the rule. */
function anchorOf(heading: string): string {
  const shown = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
  return shown
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}

const headingsOf = (path: string): string[] => [...proseOf(path).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading!);

test('every link leads to a file of the repository, and to a heading in it', () => {
  const dead = documents.flatMap((path) =>
    [...proseOf(path).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target]) => target!)
      .filter((target) => !/^[a-z]+:/.test(target))
      .filter((target) => {
        const [file = '', anchor] = target.split('#');
        const place = file === '' ? path : normalize(join(dirname(path), file));
        const isThere = files.has(place) || [...files].some((known) => known.startsWith(`${place.replace(/\/$/, '')}/`));
        return (
          !isThere || (anchor !== undefined && place.endsWith('.md') && !headingsOf(place).some((heading) => anchorOf(heading) === anchor))
        );
      })
      .map((target) => `${path}: ${target}`),
  );
  expect(dead).toEqual([]);
});

test('every section that a file cites is a heading of the interface document', () => {
  const sections = new Set(headingsOf(interfaceDocument).flatMap((heading) => /^(\d+(?:\.\d+)?)\.? /.exec(heading)?.[1] ?? []));
  const cited = [...files]
    .filter((path) => /^(src|test|docs|tools|examples|bench|schema)\/.*\.(ts|tsx|mjs|md|graphql)$/.test(path))
    .flatMap((path) => [...textOf(path).matchAll(/§(\d+(?:\.\d+)?)/g)].map(([, section]) => ({ path, section: section! })));
  expect(cited.length).toBeGreaterThan(100);
  expect(cited.filter(({ section }) => !sections.has(section))).toEqual([]);
});

/** The codes of the error classes. */
const codes = [...files]
  .filter((path) => path.startsWith('src/model/'))
  .flatMap((path) => [...textOf(path).matchAll(/readonly code = '([A-Z_]+)'/g)].map(([, code]) => code!));

test('every setting that a document names exists', () => {
  const known = new Set<string>([...settingNames, ...codes]);
  const prefixes =
    /^(?:EVENT_SERVICE|AUTH|CACHE|MAX|RATE|STATE|TYPE|RELAY|ADMIN|CORS|FEDERATION|UPSTREAM|REQUEST|SHUTDOWN|LOG|SANDBOX)_[A-Z_]*[A-Z]$/;
  const unknown = documents
    .filter((path) => path.startsWith('docs/'))
    .flatMap((path) =>
      [...textOf(path).matchAll(/`([A-Z][A-Z_]+)`/g)]
        .map(([, name]) => name!)
        .filter((name) => prefixes.test(name) && !known.has(name))
        .map((name) => `${path}: ${name}`),
    );
  expect(unknown).toEqual([]);
});

test('the document of errors names every code that the errors carry', () => {
  const named = textOf('docs/errors.md');
  expect(codes.length).toBeGreaterThan(10);
  expect(codes.filter((code) => !named.includes(`\`${code}\``))).toEqual([]);
});
