/* Names and positions of the service's replies occur only in the folders that decode or imitate them. */

import { documented } from '../../tools/docs/interface-page.js';
import { filesBelow, textOf } from './files.js';

const sources = filesBelow('src').filter((path) => path.endsWith('.ts'));

/** Names of the graph, by the schema without its descriptions. A field or parameter of the service that has one is no wire name. */
const graphNames = textOf('schema/event-graph.graphql')
  .replaceAll(/"""[^]*?"""|"[^"\n]*"/g, '')
  .match(/\w+/g);

/** Ordinary words that both the wire and identifiers of the code have. */
const sharedWords = ['time', 'data', 'page', 'msg', 'count'];

/** Names that only the wire has: code that uses one depends on the spelling of the service. §5 has those of the signature. */
const wireNames = Object.entries(documented)
  .filter(([section]) => section !== '5')
  .flatMap(([, paths]) => paths.flatMap((path) => path.match(/[a-z]\w*/gi) ?? []))
  .filter((name, index, all) => all.indexOf(name) === index && !graphNames!.includes(name) && !sharedWords.includes(name));

test('positions in a reply occur in records and endpoints only', () => {
  const hasPosition = (path: string) => /['"`]\$\.\w/.test(textOf(path));
  expect(sources.filter((path) => hasPosition(path) && !/^src\/(records|service)\//.test(path))).toEqual([]);
  expect(hasPosition('src/records/reply.ts')).toBe(true);
});

/** Comments, strings and templates. */
const commentOrString = /\/\*[^]*?\*\/|\/\/.*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`[^`]*`/g;

/** A file without its comments and sentences: in a text such as "The price." an ordinary word is no wire name. */
const codeOf = (path: string): string =>
  textOf(path).replaceAll(commentOrString, (part) => (part.startsWith('/') || (part.includes(' ') && !part.startsWith('`')) ? '' : part));

const wireNamesIn = (path: string): readonly string[] => {
  const words = new Set(codeOf(path).match(/\w+/g));
  return wireNames.filter((name) => words.has(name));
};

test('wire names occur in no other stage that handles records; ordinary words are listed in `sharedWords` of this file', () => {
  expect(wireNames).toEqual(expect.arrayContaining(['pagesize', 'eamil', 'sold_num', 'sign_code']));
  expect(wireNamesIn('src/records/stock.ts')).toContain('sold_num');
  const found = sources
    .filter((path) => /^src\/(domain|graph|storage|server\/(operations|subscriptions))\//.test(path))
    .flatMap((path) => wireNamesIn(path).map((name) => `${path}: ${name}`));
  expect(found).toEqual([]);
});
