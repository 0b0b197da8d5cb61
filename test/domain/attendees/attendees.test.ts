/* What an operation reads of attendees: each record once, until it writes, and what is verified of a record that was looked up. */

import type { IdentityKind } from '../../../src/records/caller.js';
import { UpstreamInvalidResponseError, UpstreamRejectedError } from '../../../src/records/errors.js';
import type { ServiceId } from '../../../src/records/ids.js';
import { ssoLogin } from '../../../src/service/endpoints.js';
import { activityId } from '../../service/sampled-endpoints.js';
import { record } from '../service.js';
import { attendeesOver, idsIn, rowsOf, sendRows, type SentCall, turn } from './lookups.js';

const ids = (...numbers: number[]) => numbers as unknown as readonly ServiceId[];
const [one, two, three] = ids(1, 2, 3) as unknown as readonly [ServiceId, ServiceId, ServiceId];

/** A service that has every attendee, and rejects writes. */
const complete = (call: SentCall) => {
  if (Array.isArray(call.asked)) return sendRows(call, rowsOf(call));
  const { id } = call.asked as { id?: number };
  call.reply(id === undefined ? { code: 0, msg: 'closed' } : { code: 1, data: record(id) });
};

test('an operation reads an attendee once from the list and once by a detail call, and all of one tick in one call', async () => {
  const { asked, operation } = attendeesOver({ respond: complete });
  const { attendees } = operation();
  const first = await Promise.all([attendees.byId(one), attendees.byIds(ids(2, 1)), attendees.byId(three)]);
  expect(first.flat().map((attendee) => (attendee as { serviceId: number }).serviceId)).toEqual([1, 2, 1, 3]);
  expect(await attendees.byId(two)).toBe(first[1][0]);
  expect(idsIn(await Promise.all([attendees.detailById(two), attendees.detailById(two)]))).toEqual([2, 2]);
  expect(asked()).toEqual([[1, 2, 3], { id: 2 }]);
});

test('after a write of its own, whatever its outcome, the operation reads its attendees anew', async () => {
  const { asked, operation } = attendeesOver({ respond: complete });
  const { attendees, upstream } = operation();
  await Promise.all([attendees.byId(one), attendees.detailById(two)]);
  const write = upstream.write(ssoLogin, activityId, { mobile: '1', addIfMissing: false }, null);
  await Promise.all([attendees.byId(one), attendees.detailById(two)]);
  expect(asked()).toHaveLength(3);
  await expect(write).rejects.toThrow(UpstreamRejectedError);
  await Promise.all([attendees.byId(one), attendees.detailById(two)]);
  expect(asked().slice(3)).toEqual([{ id: 2 }, [1]]);
});

test('form answers that the list has no readable copy of are read by a detail call; what is no object there either is an error', async () => {
  const { asked, operation } = attendeesOver({
    respond: (call) => {
      if (Array.isArray(call.asked)) return sendRows(call, [record(1, { content: '{}' }), record(2, { content: '{"cut' })]);
      const { id } = call.asked as { id: number };
      call.reply({ code: 1, data: record(id, { content: id === 2 ? { city: 'Wuhan' } : 'no object' }) });
    },
  });
  const { attendees } = operation();
  const [listed, cut] = await Promise.all([attendees.byId(one), attendees.byId(two)]);
  expect(await attendees.formAnswersOf(listed!)).toEqual({});
  expect(await attendees.formAnswersOf(cut!)).toEqual({ city: 'Wuhan' });
  expect(asked()).toEqual([[1, 2], { id: 2 }]);
  const unreadable = { formAnswers: undefined, serviceId: three } as typeof listed;
  await expect(attendees.formAnswersOf(unreadable!)).rejects.toThrow(UpstreamInvalidResponseError);
});

describe('a lookup by a detail call', () => {
  const lookedUp = (kind: IdentityKind, value: string, envelope: unknown, notFoundPattern: RegExp | null = null) =>
    attendeesOver({ notFoundPattern, respond: (call) => call.reply(envelope) })
      .operation()
      .attendees.ofCaller({ attendee: { kind, value, mobile: null } });

  test.each<[kind: IdentityKind, value: string, changes: Record<string, unknown>, isMatch: boolean]>([
    ['id', '1', {}, true],
    ['id', '2', {}, false],
    ['mobile', '+86 138-0013-8000', { mobile: '13800138000' }, true],
    ['mobile', '13800138000', { mobile: '13800138001' }, false],
    ['mobile', '13800138000', {}, false],
    ['email', ' Li@Example.com', { email: 'li@example.COM' }, true],
    ['email', 'kelvin@example.com', { email: '\u212Aelvin@example.com' }, false],
    ['openId', 'o1', { openid: 'o1' }, true],
    ['openId', 'o1', { openid: 'O1' }, false],
  ])('by the %s %s of a caller that finds a record with %j is verified: %j', async (kind, value, changes, isMatch) => {
    const found = await lookedUp(kind, value, { code: 1, data: record(1, changes) });
    expect(typeof found === 'string' ? found : found.serviceId).toBe(isMatch ? 1 : 'RECORD_DIFFERS');
  });

  test('a lookup finds nobody if the reply has no record, or its message matches the pattern; another rejection is an error', async () => {
    expect(await lookedUp('id', '1', { code: 1, data: [] })).toBe('NOT_FOUND');
    const rejection = { code: 0, msg: 'no such attendee' };
    expect(await lookedUp('id', '1', rejection, /no such/)).toBe('NOT_FOUND');
    await expect(lookedUp('id', '1', rejection, /closed/)).rejects.toThrow(UpstreamRejectedError);
    await expect(lookedUp('id', '1', rejection)).rejects.toThrow(UpstreamRejectedError);
  });

  test('a lookup by id that returns another attendee is an error', async () => {
    const { operation } = attendeesOver({ respond: (call) => call.reply({ code: 1, data: record(2) }) });
    await expect(operation().attendees.detailById(one)).rejects.toThrow(UpstreamInvalidResponseError);
  });
});

describe('the registrants of a write whose outcome is unknown', () => {
  const sentAt = Date.UTC(2026, 3, 1);
  const seconds = sentAt / 1000;
  const mobile = '13800138000';

  const recordWith = (changes: Record<string, unknown>) => ({ code: 1, data: record(1, changes) });
  test.each([
    ['no record', 'NOT_FOUND', { code: 1, data: [] }],
    ['a record of this number since the call', 'REGISTERED', recordWith({ mobile, time: seconds })],
    ['a record of a minute before, because clocks differ', 'REGISTERED', recordWith({ mobile, time: seconds - 60 })],
    ['an older record', 'EARLIER', recordWith({ mobile, time: seconds - 61 })],
    ['a record without a time', 'UNVERIFIED', recordWith({ mobile })],
    ['a record of another number', 'UNVERIFIED', recordWith({ mobile: '13800138001', time: seconds })],
    ['a record of another activity', 'UNVERIFIED', recordWith({ mobile, time: seconds, form_id: 1002 })],
    ['a record without a number', 'UNVERIFIED', recordWith({ time: seconds })],
    ['a record that cannot be read', 'UNVERIFIED', recordWith({ mobile: {}, time: seconds })],
    ['a rejection', 'UNVERIFIED', { code: 0, msg: 'down' }],
  ])('a lookup that finds %s is reported as %s', async (_what, status, envelope) => {
    const { operation } = attendeesOver({ respond: (call) => call.reply(envelope) });
    expect(await operation().attendees.lookUpRegistrants(['+86 138-0013-8000'], sentAt)).toEqual([{ index: 0, status }]);
  });

  test('registrants of unknown outcome are looked up by calls that begin after the write', async () => {
    const { calls, operation } = attendeesOver();
    const { attendees } = operation();
    void attendees.detailBy({ mobile });
    const found = attendees.lookUpRegistrants([mobile], sentAt);
    await turn();
    expect(calls).toHaveLength(2);
    calls[1]!.reply({ code: 1, data: record(1, { mobile, time: seconds }) });
    expect(await found).toEqual([{ index: 0, status: 'REGISTERED' }]);
  });
});
