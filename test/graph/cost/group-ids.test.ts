import { attendeesOf, readReferences } from '../../../src/graph/cost/group-ids.js';
import { byVariableName } from '../../../src/graph/cost/variable-names.js';

/** The ids of groups by activity, as plain data. */
const plain = (groups: ReadonlyMap<string, ReadonlySet<string>>) =>
  Object.fromEntries([...groups].map(([activity, ids]) => [activity, [...ids]]));

describe('the attendees that ids name', () => {
  test('are grouped by activity: a global id names its own, a number belongs to the given one', () => {
    expect(plain(attendeesOf(['attendee:1002:7', '8', 9], '1001'))).toEqual({ '1002': ['7'], '1001': ['8', '9'] });
  });

  test('count once, whichever form their ids have', () => {
    expect(plain(attendeesOf(['attendee:1001:7', '7', 7], '1001'))).toEqual({ '1001': ['7'] });
  });

  test('include those that only a variable names', () => {
    const variable = byVariableName('$id');
    expect(plain(attendeesOf([variable], ''))).toEqual({ '': [variable] });
  });

  test.each([
    ['the id of another kind of record', 'article:1001:7'],
    ['a value that is no id', { id: '7' }],
    ['null', null],
  ])('leave out %s', (_what, id) => expect(attendeesOf([id], '1001').size).toBe(0));

  test('leave out numbers if no activity is given', () => expect(attendeesOf(['7'], '').size).toBe(0));
});

describe('the records that references name', () => {
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

  test('are attendees by activity', () => expect(plain(references.attendees)).toEqual({ '1001': ['7', '8'] }));

  test('are content by kind and activity, because one list has all of it', () => {
    expect(references.content).toEqual([
      { kind: 'article', activityId: '1001' },
      { kind: 'goods', activityId: '1002' },
    ]);
  });

  test('are objects of their types, each counted once', () => {
    expect([...references.objectsByType].map(([type, { count }]) => [type, count])).toEqual([
      ['Activity', 1],
      ['Attendee', 2],
      ['Article', 2],
      ['Goods', 1],
    ]);
  });

  test('may be of any type if only a variable names them', () => {
    const { variableNames, attendees, objectsByType } = readReferences([byVariableName('$id')], 'key');
    expect([variableNames.size, plain(attendees)]).toEqual([1, { '': [...variableNames] }]);
    expect(new Set([...objectsByType.values()].map(({ count }) => count))).toEqual(new Set([1]));
    expect([...objectsByType.keys()]).toEqual(expect.arrayContaining(['Activity', 'Attendee', 'Article', 'Category', 'Goods']));
  });
});
