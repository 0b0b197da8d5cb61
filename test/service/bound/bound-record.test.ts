/* Records in the results of bound endpoints. */

import type { BoundField } from '../../../src/model/bound/endpoint-binding.js';
import type { RawRecord } from '../../../src/records/decode.js';
import type { ActivityId } from '../../../src/records/ids.js';
import { ReplyPosition } from '../../../src/records/reply-position.js';
import { attendeeOfWrite, recordsByType, valueAtPath } from '../../../src/service/bound/bound-record.js';
import { bound } from '../../support/bound.js';

const activityId = 1001 as ActivityId;
const position = new ReplyPosition('/api/x', false);
const { types } = bound({
  types: {
    Room: {
      fields: {
        name: { type: 'String!', from: 'info.name' },
        constructor: { type: 'Int' },
        parts: { type: '[Room!]' },
      },
    },
  },
  operations: { rooms: { on: 'Activity', method: 'GET', path: '/api/rooms', result: '[Room!]' } },
});
const room = (raw: object) =>
  recordsByType(types).get('Room')!(raw as RawRecord, position, activityId) as Record<BoundField['name'], unknown>;

test('a record has the fields of its type, and no other member', () => {
  const record = room({ info: { name: 'Hall' }, constructor: 3, parts: [{ info: { name: 'Stage' } }] });
  expect([record['name'], record['constructor']]).toEqual(['Hall', 3]);
  expect((record['parts'] as { name: string }[]).map(({ name }) => name)).toEqual(['Stage']);
  expect({ inherited: record['toString'], raw: record['raw'], keys: Object.keys(record) }).toEqual({
    inherited: undefined,
    raw: undefined,
    keys: [],
  });
});

test('a field that is read is decoded, and an invalid one fails by itself', () => {
  const record = room({ info: {}, constructor: 'many', parts: 'none' });
  expect(() => record['name']).toThrow('$.info.name');
  expect(() => record['constructor']).toThrow('$.constructor');
  expect(() => record['parts']).toThrow('$.parts');
});

test('an error in a nested record names the member and the index by which the record is reached', () => {
  const record = room({ parts: [{ info: { name: 'Stage' } }, { info: { name: 'Balcony' }, parts: [{}, { constructor: 'many' }] }] });
  const parts = (of: object) => (of as { readonly parts: readonly object[] }).parts;
  const innermost = parts(parts(record)[1]!)[1] as Record<string, unknown>;
  expect(() => innermost['constructor']).toThrow('$.parts[1].parts[1].constructor');
});

test('members that a record inherits are not values', () => {
  expect(room({ info: { name: 'Hall' } })['constructor']).toBeNull();
});

describe('paths', () => {
  const at = (raw: object, ...path: string[]) => {
    const found = valueAtPath(raw as RawRecord, position, path);
    return [found.raw, found.position.path];
  };

  test('a path of one member and a path of three lead to the value and its position', () => {
    expect(at({ a: { b: { c: 0 } } }, 'a', 'b', 'c')).toEqual([0, '$.a.b.c']);
    expect(at({ a: 1 }, 'a')).toEqual([1, '$.a']);
  });

  test('a path beyond a missing or empty member leads to no value', () => {
    for (const raw of [{}, { a: null }, { a: '' }, { a: [] }, { a: false }]) expect(at(raw, 'a', 'b', 'c')).toEqual([undefined, '$.a.b.c']);
  });

  test('a path through a value that is not an object is an error at that value', () => {
    expect(() => at({ a: { b: 'text' } }, 'a', 'b', 'c')).toThrow('$.a.b');
  });

  test.each(['length', '0'])('a path does not lead into an array, here to its member %s', (member) => {
    expect(() => at({ a: [{ b: 1 }] }, 'a', member)).toThrow('expected an object at $.a');
    expect(at({ a: { [member]: 'x' } }, 'a', member)[0]).toBe('x');
  });
});

test('an attendee of another activity in the reply of a write is an error, not null', () => {
  expect((attendeeOfWrite({ id: 7, form_id: 1001 }, position, activityId) as { readonly id: unknown }).id).toBe('attendee:1001:7');
  expect(() => attendeeOfWrite({ id: 7, form_id: 1002 }, position, activityId)).toThrow('$.form_id');
  expect(recordsByType([]).get('Attendee')!({ id: 7, form_id: 1002 }, position, activityId)).toBeNull();
});
