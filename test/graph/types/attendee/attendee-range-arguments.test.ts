import fc from 'fast-check';
import type { Activity } from '../../../../src/domain/activities.js';
import { cursorAt, requestedRange } from '../../../../src/graph/types/attendee-connection.js';

const activity = (id: string) => ({ id, attendees: { maxPageSize: 100 } }) as Activity;
const conference = activity('1001');
const positions = fc.nat({ max: 0x7ffffffe });

test('the page after the cursor of a position begins at the next position', () => {
  fc.assert(
    fc.property(positions, (position) => {
      expect(requestedRange(conference, { first: 20, after: cursorAt(conference, position) })).toEqual({ offset: position + 1, first: 20 });
    }),
  );
});

test('a page without a cursor begins at its offset, or else at the start', () => {
  expect(requestedRange(conference, { first: 20, offset: 40 })).toEqual({ offset: 40, first: 20 });
  expect(requestedRange(conference, { first: 20, offset: null, after: null })).toEqual({ offset: 0, first: 20 });
});

test('a cursor is of one activity and one position only', () => {
  fc.assert(
    fc.property(positions, positions, (one, other) => {
      expect(cursorAt(conference, one) === cursorAt(conference, other)).toBe(one === other);
      expect(() => requestedRange(activity('1002'), { first: 20, after: cursorAt(conference, one) })).toThrow('"after"');
    }),
  );
});

test('a text that is not a cursor is refused as `after`', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(() => requestedRange(conference, { first: 20, after: text })).toThrow('"after"');
    }),
  );
});
