/* The records of a list in a text: the layouts that they have, and the positions of their values. */

import { columnCountOf, columnsOf, gapLengthOf, gapOf, isGapAt, learnLayout } from './layout';
import { columnSize, maxLayouts, text } from './memory';
import { closeBrace, closeBracket, comma, endOfValue, invalid, marks, skipWhitespace } from './value';

/** The address behind the last position. For each record: its layout, then for each of its values the offset and the marked end. */
export let positionsEnd: usize = 0;
let limit: usize = 0;
/** The number of layouts that were learned in this text. */
export let learned: i32 = 0;
/** Records of the list. */
export let recordCount: i32 = 0;

/** Begins a new text. @param capacity the bytes that the positions may take */
export function resetRecords(positions: usize, capacity: usize): void {
  positionsEnd = positions;
  limit = positions + capacity;
  learned = 0;
}

/**
 * Scans a list of objects that have few layouts, such as a service that prints table rows produces.
 * @param bracket the address of the opening bracket
 * @returns the address behind the list; invalid for every other list
 */
export function scanRecords(bracket: usize): usize {
  /** The layout of the last record, with which the next one is compared first. */
  let layout = 0;
  let mismatches = 0;
  let at = bracket;
  recordCount = 0;
  do {
    const record = skipWhitespace(at + 1);
    let end = invalid;
    for (let tried = 0; tried < learned; tried++) {
      end = scanRecord(layout, record);
      if (end != invalid) break;
      mismatches++;
      layout = (layout + 1) % learned;
    }
    if (end == invalid) {
      // Layouts that alternate all the time make the scan slower than JSON.parse.
      if (learned == maxLayouts || mismatches > 4 * (recordCount + 8) || !learnLayout(learned, record)) return invalid;
      layout = learned;
      learned++;
      end = scanRecord(layout, record);
      if (end == invalid) return invalid;
    }
    recordCount++;
    at = skipWhitespace(end);
  } while (load<u8>(at) == comma);
  return load<u8>(at) == closeBracket ? at + 1 : invalid;
}

/** Scans the record at an address if it has this layout. @returns the address behind it, or invalid */
function scanRecord(layout: i32, record: usize): usize {
  const count = columnCountOf(layout);
  let next = positionsEnd;
  if (next + 4 + 8 * count > limit) return invalid;
  store<i32>(next, layout);
  next += 4;
  let at = record;
  let column = columnsOf(layout);
  const columnsEnd = column + columnSize * count;
  for (; column < columnsEnd; column += columnSize) {
    const length = gapLengthOf(column);
    if (!isGapAt(gapOf(column), length, at)) return invalid;
    at += length;
    const end = endOfValue(at);
    if (end == invalid) return invalid;
    store<u32>(next, at - text);
    store<u32>(next, ((end - text) << 2) | marks, 4);
    next += 8;
    at = end;
  }
  at = skipWhitespace(at);
  if (load<u8>(at) != closeBrace) return invalid;
  positionsEnd = next;
  return at + 1;
}
