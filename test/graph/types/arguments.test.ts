import { activityOf, defaultActivity, notBlank, serviceIdIn } from '../../../src/graph/types/arguments.js';
import { BadInputError, NoActivityError } from '../../../src/records/errors.js';
import type { ActivityId } from '../../../src/records/ids.js';
import { graphOver, type GraphUnderTest } from '../../support/graph.js';

/** Nothing here calls the service. */
let graph: GraphUnderTest;
beforeAll(async () => (graph = await graphOver('http://127.0.0.1:9', { activityIds: [1002, 1001] })));

/** The context of a caller who may query some of the activities 1002 and 1001; all of them without ids. */
const contextOf = (...ids: number[]) =>
  graph.context(undefined, undefined, ids.length > 0 ? { activities: new Set(ids as unknown as ActivityId[]) } : {});
const noActivity = () => graph.context(undefined, undefined, { activities: new Set() });

test('the default activity is the first that the caller may query', () => {
  expect(defaultActivity(contextOf()).id).toBe('1002');
  expect(defaultActivity(contextOf(1001)).id).toBe('1001');
  expect(() => defaultActivity(noActivity())).toThrow(NoActivityError);
});

test.each([null, undefined])('an activity that is %s is the default one', (id) => {
  expect(activityOf(contextOf(), id, 'activityId').id).toBe('1002');
});

test.each([
  ['a number', '1001', [], '1001'],
  ['the number of an activity of the caller', '1001', [1001], '1001'],
])('an activity is named by %s', (_what, id, ids, expected) => {
  expect(activityOf(contextOf(...ids), id, 'activityId').id).toBe(expected);
});

test.each([
  ['that is not served', '9999', []],
  ['that is served to other callers only', '1002', [1001]],
  ['named by no number', 'activity', []],
  ['named by a blank string', ' ', []],
])('an activity %s is an invalid argument, whose value the message does not contain', (_what, id, ids) => {
  const named = () => activityOf(contextOf(...ids), id, 'input.activityId');
  expect(named).toThrow(BadInputError);
  expect(named).toThrow('Argument "input.activityId": expected the id of an activity that is served here; see Query.activities.');
});

test.each<[id: string, expected: number | null]>([
  ['7', 7],
  ['attendee:1002:7', 7],
  ['attendee:1001:7', null],
  ['attendee:9999:7', null],
])('the id %s names the attendee %s of the activity 1002', (id, expected) => {
  expect(serviceIdIn(defaultActivity(contextOf()), 'attendee', id, 'id')).toBe(expected);
});

test.each(['article:1002:7', 'attendee:1002', 'wang', '', '-7'])('"%s" is not the id of an attendee', (id) => {
  const read = () => serviceIdIn(defaultActivity(contextOf()), 'attendee', id, 'ids[1]');
  expect(read).toThrow(`Argument "ids[1]": expected an id such as "attendee:1002:7", or the service id, such as "7".`);
});

test('a string may not be blank, and is passed on as it is', () => {
  expect(notBlank(' a ', 'name')).toBe(' a ');
  for (const blank of ['', ' ', '\t\n'])
    expect(() => notBlank(blank, 'name')).toThrow('Argument "name": expected a value that is not blank.');
});
