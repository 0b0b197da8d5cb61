/* The attendee that a caller of the library is. */

import { callerOf } from '../../src/program/library.js';

const scopes = ['self:read'] as const;

test('the first value that is not blank names the attendee, in normal form', () => {
  const { attendee } = callerOf({ name: 'app', scopes, attendee: { id: ' ', mobile: '+86 138-0013-8000', email: 'a@example.com' } });
  expect(attendee).toEqual({ kind: 'mobile', value: '13800138000', mobile: '13800138000' });
});

test('a number counts as its digits, and blank values name no attendee', () => {
  expect(callerOf({ name: 'app', scopes, attendee: { id: 700_001 } }).attendee).toEqual({ kind: 'id', value: '700001', mobile: null });
  expect(callerOf({ name: 'app', scopes, attendee: { email: '' } }).attendee).toBeUndefined();
});

test('a caller of the graph is accepted, and remains the same attendee', () => {
  const caller = callerOf({ name: 'app', scopes, attendee: { email: 'a@example.com', mobile: '13800138000' } });
  expect(caller.attendee).toEqual({ kind: 'mobile', value: '13800138000', mobile: '13800138000' });
  const byId = { ...caller, attendee: { kind: 'id', value: '700001', mobile: '13800138000' } as const };
  expect(callerOf(byId).attendee).toEqual(byId.attendee);
});
