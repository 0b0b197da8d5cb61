import { lookUpRegistrants } from '../../../src/domain/attendees/attendees.js';
import type { AttendeeDetail } from '../../../src/records/attendee.js';

const sentAt = Date.UTC(2026, 3, 1);
const statusOf = async (found: Partial<AttendeeDetail> | null) => {
  const [registrant] = await lookUpRegistrants(['+86 138-0013-8000'], sentAt, () => Promise.resolve(found as AttendeeDetail | null));
  return registrant;
};

test.each<[what: string, status: string, found: Partial<AttendeeDetail> | null]>([
  ['no record', 'NOT_FOUND', null],
  ['a record of this number since the call', 'REGISTERED', { mobile: '13800138000', registeredAt: new Date(sentAt) }],
  ['a record of a minute before, because clocks differ', 'REGISTERED', { mobile: '13800138000', registeredAt: new Date(sentAt - 60_000) }],
  ['an older record', 'EARLIER', { mobile: '13800138000', registeredAt: new Date(sentAt - 60_001) }],
  ['a record without a time', 'UNVERIFIED', { mobile: '13800138000', registeredAt: null }],
  ['a record of another number', 'UNVERIFIED', { mobile: '13800138001', registeredAt: new Date(sentAt) }],
  ['a record without a number', 'UNVERIFIED', { mobile: null, registeredAt: new Date(sentAt) }],
])('a lookup that finds %s is reported as %s', async (_what, status, found) => {
  expect(await statusOf(found)).toEqual({ index: 0, status });
});

test('a lookup that fails, or whose record cannot be read, is reported as UNVERIFIED and never rejects', async () => {
  const failing = lookUpRegistrants(['1', '2'], sentAt, (mobile) => {
    if (mobile === '1') return Promise.reject(new Error('down'));
    return Promise.resolve({
      registeredAt: new Date(sentAt),
      get mobile(): string {
        throw new Error('not a string');
      },
    } as AttendeeDetail);
  });
  expect(await failing).toEqual([
    { index: 0, status: 'UNVERIFIED' },
    { index: 1, status: 'UNVERIFIED' },
  ]);
});
