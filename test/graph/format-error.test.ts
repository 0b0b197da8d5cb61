/* Which errors keep their message and details in a response, and which are hidden and reported. */

import { GraphQLError, Source } from 'graphql';
import { createErrorFormat, type Defect, EventGraphQLError } from '../../src/graph/format-error.js';
import { BadInputError } from '../../src/records/errors.js';

let defects: Defect[];
beforeEach(() => void (defects = []));
const format = (error: unknown) =>
  createErrorFormat({ newErrorId: () => 'id-1', report: (defect) => defects.push(defect) })(error, 'request-1');

const known = new BadInputError('ids[0]', 'an id');
const shown = { message: 'Argument "ids[0]": expected an id.', extensions: { code: 'BAD_USER_INPUT', argument: 'ids[0]' } };
const thrown = (originalError: Error) => new GraphQLError(originalError.message, { originalError, path: ['activity', 'attendees', 0] });
const mixed = new AggregateError([known, new TypeError('secret')]);

test.each([
  ['by itself', known, shown],
  ['as a server catches it', thrown(known), { ...shown, path: ['activity', 'attendees', 0] }],
  ['twice as deep', thrown(thrown(known)), { ...shown, path: ['activity', 'attendees', 0] }],
  [
    'with another one, as a stitched schema throws them',
    thrown(new AggregateError([thrown(known), known])),
    { ...shown, path: ['activity', 'attendees', 0] },
  ],
  ['as an exported schema throws it', thrown(new EventGraphQLError(known)), { ...shown, path: ['activity', 'attendees', 0] }],
])('an error of ours %s keeps its message, code and details', (_where, error, expected) => {
  expect(format(error)).toEqual(expected);
  expect(defects).toEqual([]);
});

test('an error has the positions of its field in the document', () => {
  const error = new GraphQLError('x', { originalError: known, source: new Source('{ a }'), positions: [2] });
  expect(format(error).locations).toEqual([{ line: 1, column: 3 }]);
});

test.each(['GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED', 'PERSISTED_QUERY_NOT_FOUND'])(
  'an error with the code %s of graphql-js or Apollo Server keeps its message, and loses what is internal',
  (code) => {
    const extensions = { code, stacktrace: ['at file.ts:1'], http: { status: 400 }, argument: 'a' };
    expect(format(new GraphQLError('Safe.', { extensions }))).toEqual({ message: 'Safe.', extensions: { code, argument: 'a' } });
    expect(defects).toEqual([]);
  },
);

test.each([
  ['an error of another class', new TypeError('secret'), new TypeError('secret')],
  ['an error of another class in a field', thrown(new TypeError('secret')), new TypeError('secret')],
  ['an error of another class beside one of ours', mixed, mixed],
  ['a GraphQLError with a code of its own', new GraphQLError('secret', { extensions: { code: 'OTHER' } }), new GraphQLError('secret')],
  ['what is no error', 'secret', 'secret'],
])('%s is hidden, and reported with the id that the response contains', (_what, error, reported) => {
  const formatted = format(error);
  expect(formatted.extensions).toEqual({ code: 'INTERNAL_SERVER_ERROR', errorId: 'id-1' });
  expect(JSON.stringify(formatted)).not.toContain('secret');
  expect(defects).toEqual([{ errorId: 'id-1', requestId: 'request-1', error: reported }]);
});
