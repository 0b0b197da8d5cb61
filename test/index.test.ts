/* The error classes that the library exports: its users distinguish errors by them. */

import * as library from '../src/index.js';
import * as rest from '../src/rest.js';
import { filesBelow, textOf } from './repository/files.js';

/** The classes of errors with a code, of src/records. */
const classes = filesBelow('src/records').flatMap((path) =>
  [...textOf(path).matchAll(/^export (?:abstract )?class (\w+) extends (?:EventGraph|Forbidden|Upstream)\w*Error /gm)].map(
    ([, name]) => name!,
  ),
);

test('src/index.ts exports the class of every error with a code', () => {
  expect(classes).toEqual(expect.arrayContaining(['ForbiddenError', 'NoActivityError', 'UpstreamTimeoutError', 'OutcomeUnknownError']));
  expect(classes.filter((name) => !(name in library))).toEqual([]);
});

test('src/rest.ts exports the same error classes', () => {
  expect(classes.filter((name) => !(name in rest))).toEqual([]);
});
