/* Members of an attendee's record that the service spells, fills or encodes in several ways. */

import { inspect } from 'node:util';
import { getAttendee, listAttendees } from '../../src/service/endpoints.js';
import { decoded } from '../service/sampled-endpoints.js';
import { listedAttendee } from '../service/samples.js';

const one = (changes: Record<string, unknown>) =>
  decoded(listAttendees, { code: 1, data: [{ ...listedAttendee, ...changes }], total: 1 }).items[0]!;

test('the e-mail address is taken from the misspelt member if the other has no value', () => {
  expect(one({ email: '', eamil: 'misspelt@example.com' }).email).toBe('misspelt@example.com');
  expect(one({ email: 'first@example.com', eamil: 'misspelt@example.com' }).email).toBe('first@example.com');
  expect(one({ email: null, eamil: null }).email).toBeNull();
});

test('a WeChat profile whose members all have no value is null', () => {
  const empty = { wechat_nickname: '', wechat_avatar: null, wechat_sex: false, wechat_area: '' };
  expect(one(empty).wechat).toBeNull();
  expect(one({ ...empty, wechat_sex: '0' }).wechat).not.toBeNull();
});

test.each([
  ['{"a":"b"}', { a: 'b' }],
  ['[]', {}],
  ['{}', {}],
  ['', null],
  ['  ', null],
  ['\u3000', null],
  [null, null],
  [false, null],
  ['null', null],
  [[], {}],
  [{ a: 'b' }, { a: 'b' }],
  ['{"a":"b', undefined],
  ['"a"', undefined],
  ['[1]', undefined],
  [7, undefined],
  [['x'], undefined],
])('content %j is decoded to %j, where undefined means that a detail call is needed', (content, expected) => {
  const { formAnswers } = one({ content });
  expect(formAnswers === null || formAnswers === undefined ? formAnswers : { ...formAnswers }).toEqual(expected);
});

test('the key __proto__ in content is an ordinary form answer', () => {
  for (const content of ['{"__proto__":{"polluted":1},"a":"b"}', JSON.parse('{"__proto__":{"polluted":1},"a":"b"}')]) {
    const formAnswers = one({ content }).formAnswers!;
    expect(Object.keys(formAnswers)).toEqual(['__proto__', 'a']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect('polluted' in formAnswers).toBe(false);
  }
});

test('a detail reply without an attendee is null', () => {
  for (const data of [null, [], {}, '', false]) expect(decoded(getAttendee, { code: 1, data })).toBeNull();
});

test.each([
  [true, true],
  [1, true],
  ['1', true],
  [2, false],
  [null, false],
])('is_sync_avatar %j: whether the picture is in the cloud is %j', (raw, inCloud) => {
  expect(one({ is_sync_avatar: raw }).faceSync.inCloud).toBe(inCloud);
});

test('JSON and console.log show the decoded fields of a record and of its parts, and an invalid value as no value of the JSON', () => {
  const attendee = one({ time: 'never' });
  const shown = JSON.parse(JSON.stringify(attendee)) as Record<string, unknown>;
  expect(shown).toMatchObject({ id: attendee.id, name: attendee.name, review: { code: attendee.review.code } });
  expect(shown).not.toHaveProperty('registeredAt');
  expect(inspect(attendee)).toContain(`name: '${attendee.name}'`);
  expect(inspect(attendee)).toContain('expected an integer at $.data[0].time');
});
