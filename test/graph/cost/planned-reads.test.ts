import { byVariableName } from '../../../src/graph/cost/argument-reader.js';
import { PlannedReads } from '../../../src/graph/cost/planned-reads.js';

const activities = (...ids: string[]) => new Map(ids.map((id) => [id, 1]));
const reads = () => new PlannedReads(100);

test('equal keys of a kind are one read, of which the larger number of calls counts', () => {
  const planned = reads();
  planned.add('page', 'a');
  planned.add('page', 'a', 3);
  planned.add('page', 'a', 2);
  expect(planned.calls).toBe(3);
  planned.add('page', 'b');
  planned.add('callPerAlias', 'a');
  expect(planned.calls).toBe(5);
});

test('a range of a list takes a call for each page of the service that has a part of it, once', () => {
  const planned = reads();
  planned.addRange(activities('1'), 'attendees', { offset: 0, length: 100 });
  planned.addRange(activities('1'), 'attendees', { offset: 50, length: 100 });
  expect(planned.calls).toBe(2);
  planned.addRange(activities('1'), 'orders', { offset: 50, length: 100 });
  planned.addRange(new Map([['others', 9]]), 'attendees', { offset: 50, length: 100 });
  expect(planned.calls).toBe(2 + 2 + 9 * 2);
});

test('content is one read for each activity and input', () => {
  const planned = reads();
  planned.addContent('goods', activities('1', '2'));
  planned.addContent('goods', activities('2', '3'));
  planned.addContent('goods', activities('1'), { goodsId: '7' });
  planned.addContent('tickets', activities('1'));
  expect(planned.calls).toBe(5);
  expect(planned.content).toHaveLength(5);
});

test('the plan lists reads of content only for an operation that reads nothing else', () => {
  const planned = reads();
  planned.addContent('goods', activities('1'));
  expect(planned.content).toEqual([{ kind: 'goods', activityId: '1', input: {} }]);
  planned.add('page', 'a');
  expect(planned.content).toBeNull();
});

test('content of activities that are known only by their number is planned as calls, but not listed', () => {
  const planned = reads();
  planned.addContent('goods', new Map([['others', 9]]));
  expect({ calls: planned.calls, content: planned.content }).toEqual({ calls: 9, content: null });
});

test('records of one kind and activity share calls by id if these return many, and else take a call each', () => {
  const planned = reads();
  const ids = (from: number, length: number) => new Set(Array.from({ length }, (_, index) => String(from + index)));
  const ofActivity = { activity: '1', number: 1, sourceRead: '', write: '' };
  planned.addByIds('attendee', { ...ofActivity, ids: ids(0, 90), batched: true });
  planned.addByIds('attendee', { ...ofActivity, ids: ids(80, 20), batched: true });
  expect(planned.calls).toBe(1);
  planned.addByIds('attendee', { ...ofActivity, ids: ids(200, 1), batched: true });
  expect(planned.calls).toBe(2);
  planned.addByIds('attendee', { ...ofActivity, ids: ids(0, 4), batched: false });
  expect(planned.calls).toBe(6);
  planned.addByIds('attendee', { ...ofActivity, number: 9, ids: ids(0, 101), batched: true });
  expect(planned.calls).toBe(6 + 9 * 2);
  planned.addByIds('article', { ...ofActivity, ids: ids(0, 4), batched: false });
  expect(planned.calls).toBe(6 + 9 * 2 + 4);
});

test('reads may coincide if their keys have the name of a variable, which may have the value of another key', () => {
  const planned = reads();
  planned.add('page', byVariableName('$a'));
  expect(planned.mayCoincide).toBe(false);
  planned.add('getOne', 'b');
  expect(planned.mayCoincide).toBe(false);
  planned.add('page', 'b');
  expect(planned.mayCoincide).toBe(true);
});
