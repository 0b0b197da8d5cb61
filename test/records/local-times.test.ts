/* Times as text where the interface has Unix seconds. */

import fc from 'fast-check';
import { decodeInstant } from '../../src/records/decode.js';
import { zonesOf } from '../../src/records/local-times.js';
import { ReplyPosition } from '../../src/records/reply.js';
import { ScheduleItem } from '../../src/records/schedule.js';
import { activityId } from '../service/sampled-endpoints.js';

/** A position in a reply of an activity in a time zone. */
const positionIn = (timeZone: string | undefined) =>
  new ReplyPosition('/test', null, '$', {
    reply: undefined,
    zone: zonesOf({ [activityId]: { timeZone } })(activityId),
  }).child('time');

const decodedIn = (timeZone: string | undefined, text: string) => decodeInstant(text, positionIn(timeZone))?.toISOString() ?? null;

test.each([
  ['2026-01-01 10:00:00', '2026-01-01T02:00:00.000Z'],
  ['2026-01-01T10:00:00', '2026-01-01T02:00:00.000Z'],
  ['2026-01-01 10:00', '2026-01-01T02:00:00.000Z'],
  ['2026-01-01', '2025-12-31T16:00:00.000Z'],
  ['2026-01-01 10:00:00.5', '2026-01-01T02:00:00.500Z'],
  ['2026-01-01 10:00:00.123999', '2026-01-01T02:00:00.123Z'],
  ['0001-01-01 00:00:00', '0000-12-31T15:54:17.000Z'],
  ['9999-12-31 23:59:59', '9999-12-31T15:59:59.000Z'],
  ['0000-00-00 00:00:00', null],
  ['0000-00-00 00:00:00.000000', null],
  ['0000-00-00', null],
])('%s in Shanghai is %s', (text, iso) => expect(decodedIn('Asia/Shanghai', text)).toBe(iso));

test.each([
  ['2026-01-01T10:00:00+08:00', '2026-01-01T02:00:00.000Z'],
  ['2026-01-01 10:00:00 +0800', '2026-01-01T02:00:00.000Z'],
  ['2026-01-01T10:00:00.250-03:30', '2026-01-01T13:30:00.250Z'],
  ['2026-01-01T10:00+08', '2026-01-01T02:00:00.000Z'],
  ['2026-01-01T10:00:00Z', '2026-01-01T10:00:00.000Z'],
  ['0000-00-00T00:00:00Z', null],
])('%s states its offset, so it is %s in every zone, and without one', (text, iso) => {
  for (const zone of ['Asia/Shanghai', 'America/New_York', undefined]) expect(decodedIn(zone, text)).toBe(iso);
});

test.each([
  ['skipped in spring', 'Europe/Berlin', '2026-03-29 02:30:00', '2026-03-29T01:30:00.000Z'],
  ['before the gap', 'Europe/Berlin', '2026-03-29 01:59:59', '2026-03-29T00:59:59.000Z'],
  ['twice in autumn', 'Europe/Berlin', '2026-10-25 02:30:00', '2026-10-25T00:30:00.000Z'],
  ['skipped west of Greenwich', 'America/New_York', '2026-03-08 02:30:00', '2026-03-08T07:30:00.000Z'],
  ['twice west of Greenwich', 'America/New_York', '2026-11-01 01:30:00', '2026-11-01T05:30:00.000Z'],
  ['skipped by half an hour', 'Australia/Lord_Howe', '2026-10-04 02:15:00', '2026-10-03T15:45:00.000Z'],
  ['on a day that was left out', 'Pacific/Apia', '2011-12-30 12:00:00', '2011-12-30T22:00:00.000Z'],
])('a local time %s is as Temporal\'s "compatible" has it: %s, %s is %s', (_which, zone, text, iso) =>
  expect(decodedIn(zone, text)).toBe(iso),
);

test.each([
  ['into summer time', '2026-03-28 22:00:00', '22:00-04:00', '2026-03-29T02:00:00.000Z'],
  ['a whole day', '2026-10-25', '00:00-24:00', '2026-10-25T23:00:00.000Z'],
  ['in the second of two equal hours', '2026-10-25T01:30:00Z', '02:30-02:45', '2026-10-25T01:45:00.000Z'],
])('a schedule item in Berlin ends when the local time is the end of its interval: %s', (_which, start_time, interval_time, iso) => {
  const item = new ScheduleItem({ start_time, interval_time }, positionIn('Europe/Berlin'), activityId);
  expect(item.endsAt?.toISOString()).toBe(iso);
});

test.each([
  ['2026-02-30 10:00:00', 'an existing date'],
  ['2026-01-01 25:00:00', 'an existing date'],
  ['2026-01-01 10:60', 'an existing date'],
  ['2026-02-30T10:00:00Z', 'an existing date'],
  ['2026-01-01 10:00:00+25:00', 'an existing offset'],
  ['9999-12-31 23:59:59-10:00', 'Unix seconds'],
  ['2026-01-01 10', 'an integer'],
  ['01/02/2026', 'an integer'],
])('%s is an error at its field, whatever the zone', (text, expected) => {
  for (const zone of ['Asia/Shanghai', undefined]) expect(() => decodedIn(zone, text)).toThrow(`expected ${expected}`);
});

const localTimeOf = (zone: string, at: number): string => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    ...({ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const),
  });
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return `${part['year']}-${part['month']}-${part['day']} ${part['hour']}:${part['minute']}:${part['second']}`;
};

test('the local time of an instant in any zone is decoded to the instant, or to the first of two with this local time', () => {
  const anyTime = fc.integer({ min: Date.UTC(1970, 0, 1) / 1000, max: Date.UTC(2100, 0, 1) / 1000 }).map((seconds) => seconds * 1000);
  fc.assert(
    fc.property(fc.constantFrom('UTC', ...Intl.supportedValuesOf('timeZone')), anyTime, (zone, at) => {
      const written = localTimeOf(zone, at);
      const decoded = decodeInstant(written, positionIn(zone))!.getTime();
      expect(decoded).toBeLessThanOrEqual(at);
      expect(localTimeOf(zone, decoded)).toBe(written);
      // No clock is set back by more than a day.
      expect(at - decoded).toBeLessThanOrEqual(86_400_000);
    }),
    { numRuns: 200 },
  );
});
