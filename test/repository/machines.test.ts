/* The repository works anywhere: no file knows of a machine that it was written on, of where packages were fetched from, or of a merge. */

import { filesBelow, textOf } from './files.js';

const files = filesBelow().filter((path) => !/\.(png|jpe?g|gif|ico|woff2?|gz|db(-\w+)?)$/.test(path) && path !== '.env');

const places: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a home or working folder', /(?<![\w.~$}/-])\/(home|root|Users|work(space)?|mnt|data)\/[\w.-]/],
  ['a file address', /file:\/\/\/\w/],
  ['a package registry', /\bregistry\.(?!example\.)[a-z0-9-]+\.[a-z]{2,}|\bnpmmirror\b|\bverdaccio\b|\bartifactory\b|\/_packages\//i],
  ['a host in a private network', /https?:\/\/(10\.\d+|192\.168|172\.(1[6-9]|2\d|3[01]))\.\d+/],
];

test.each(places)('no file names %s', (_what, pattern) => {
  expect(files.filter((path) => path !== 'test/repository/machines.test.ts' && pattern.test(textOf(path)))).toEqual([]);
});

test.each(['package-lock.json', 'bench/peers/package-lock.json'])('%s contains no address from which a package was downloaded', (path) => {
  expect(textOf(path)).not.toMatch(/"resolved": "\w+:/);
});

test('no file contains the markers of an unfinished merge', () => {
  expect(files.filter((path) => /^(<{7}|>{7}) /m.test(textOf(path)))).toEqual([]);
});
