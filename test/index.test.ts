/* The error classes that the library exports: its users distinguish errors by them. */

import * as library from '../src/index.js';
import * as rest from '../src/rest.js';
import { filesBelow, textOf } from './repository/files.js';

/** The classes of errors with a code, of the files in src/model. */
const classes = filesBelow('src/model').flatMap((path) =>
  [...textOf(path).matchAll(/^export (?:abstract )?class (\w+) extends (?:EventGraphError|Upstream\w*Error) /gm)].map(([, name]) => name!),
);

test('src/index.ts exports the class of every error with a code', () => {
  expect(classes).toEqual(expect.arrayContaining(['ForbiddenError', 'NoActivityError', 'UpstreamTimeoutError', 'OutcomeUnknownError']));
  expect(classes.filter((name) => !(name in library))).toEqual([]);
});

test('src/rest.ts exports the same error classes, apart from OutcomeUnknownError, which only the graph throws', () => {
  expect(classes.filter((name) => !(name in rest))).toEqual(['OutcomeUnknownError']);
});
