import { byVariableName } from '../../../src/graph/cost/argument-reader.js';
import { idsByActivity, readReferences } from '../../../src/graph/cost/named-records.js';

/** The ids of groups by activity, as plain data. */
const plain = (groups: ReadonlyMap<string, ReadonlySet<string>>) =>
  Object.fromEntries([...groups].map(([activity, ids]) => [activity, [...ids]]));

/** The attendees that ids name in a field of Query, or of an activity. */
const onQuery = (ids: readonly unknown[], activity = '1001') =>
  plain(idsByActivity(ids, 'attendee', { activities: new Map([[activity, 1]]), others: true }));
const onActivities = (ids: readonly unknown[], ...activities: string[]) =>
  plain(idsByActivity(ids, 'attendee', { activities: new Map(activities.map((id) => [id, 1])), others: false }));

describe('`idsByActivity`', () => {
  test('ids are grouped by activity: a global id names its own, a number belongs to the given one', () => {
    expect(onQuery(['attendee:1002:7', '8', 9])).toEqual({ '1002': ['7'], '1001': ['8', '9'] });
  });

  test('on several activities, a number names a record of each, and a global id one of its own', () => {
    expect(onActivities(['7', 'attendee:1002:8', 'attendee:1003:9'], '1001', '1002')).toEqual({ '1001': ['7'], '1002': ['7', '8'] });
    expect(onActivities(['attendee:1003:9'], '1001', 'others')).toEqual({ '1003': ['9'] });
  });

  test('a global id counts while some of the activities are not known by id', () => {
    const variable = byVariableName('$activity');
    expect(onActivities(['attendee:1003:9'], variable)).toEqual({ '1003': ['9'] });
    expect(plain(idsByActivity(['attendee:1003:9'], 'attendee', { activities: new Map([['51 ids', 51]]), others: false }))).toEqual({
      '1003': ['9'],
    });
    expect(onActivities(['attendee:1003:9'], '1001')).toEqual({});
  });

  test('a record counts once if it is named by its global id, by a string and by a number', () => {
    expect(onQuery(['attendee:1001:7', '7', 7])).toEqual({ '1001': ['7'] });
  });

  test('an id that only a variable names is a record of its own', () => {
    const variable = byVariableName('$id');
    expect(onQuery([variable], '')).toEqual({ '': [variable] });
  });

  test.each([
    ['the id of another kind of record', 'article:1001:7'],
    ['a value that is no id', { id: '7' }],
    ['null', null],
  ])('%s names no record', (_what, id) => expect(onQuery([id])).toEqual({}));

  test('a number names no record if no activity is given', () => expect(onQuery(['7'], '')).toEqual({}));
});

describe('`readReferences`', () => {
  const references = readReferences(
    [
      'attendee:1001:7',
      'attendee:1001:8',
      'attendee:1001:7',
      'article:1001:61',
      'article:1001:62',
      'goods:1002:501',
      '1001',
      'nonsense',
      4,
    ],
    'key',
  );

  test('references of a kind that is looked up by id are ids by activity', () => {
    expect(plain(references.lookups.get('attendee')!)).toEqual({ '1001': ['7', '8'] });
  });

  test('references to content are lists by activity, because one list has all its records', () => {
    expect(references.content).toEqual([
      { content: 'articles', activityId: '1001' },
      { content: 'goods', activityId: '1002' },
    ]);
  });

  test('an object to which several references refer counts once for its type', () => {
    expect([...references.objectsByType].map(([type, { count }]) => [type, count])).toEqual([
      ['Activity', 1],
      ['Attendee', 2],
      ['Article', 2],
      ['Goods', 1],
    ]);
  });

  test('a reference that only a variable names counts once for every type', () => {
    const { variableNames, lookups, objectsByType } = readReferences([byVariableName('$id')], 'key');
    expect({ variables: variableNames.size, attendees: plain(lookups.get('attendee')!) }).toEqual({
      variables: 1,
      attendees: { '': [...variableNames] },
    });
    expect(new Set([...objectsByType.values()].map(({ count }) => count))).toEqual(new Set([1]));
    expect([...objectsByType.keys()]).toEqual(expect.arrayContaining(['Activity', 'Attendee', 'Article', 'Category', 'Goods']));
  });
});
