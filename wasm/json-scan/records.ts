/*
 * The records of a list in a text: the layouts that they have, and the positions of their values.
 *
 * The layout of a record is how it is written: the names of its members in their order, and the bytes between its values (brace or
 * comma, key, colon, white space). These bytes are called a gap. A layout is learned from the first record that has it. In the
 * following records, each gap is compared with the learned one, so no key is decoded again.
 */
import { columnCounts, columnSize, layouts, layoutSize, maxColumns, maxLayouts, text } from './memory';
import {
  closeBrace,
  closeBracket,
  comma,
  endOfString,
  endOfValue,
  invalid,
  marks,
  openBrace,
  quote,
  skipWhitespace,
  startOfMemberValue,
} from './value';

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
  const count = load<i32>(columnCounts + 4 * layout);
  let next = positionsEnd;
  if (next + 4 + 8 * count > limit) return invalid;
  store<i32>(next, layout);
  next += 4;
  let at = record;
  let column = columnsOf(layout);
  const columnsEnd = column + columnSize * count;
  for (; column < columnsEnd; column += columnSize) {
    const length: usize = load<u32>(column, 4);
    if (!isGapAt(load<u32>(column), length, at)) return invalid;
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

/** The address of the first column of a layout. */
function columnsOf(layout: i32): usize {
  return layouts + layoutSize * layout;
}

/** Learns the layout of the record at an address, and checks all of the record. @returns false for anything except a record that can be scanned */
function learnLayout(layout: i32, record: usize): bool {
  if (load<u8>(record) != openBrace) return false;
  let column = columnsOf(layout);
  let count = 0;
  let gap = record;
  let at = record + 1;
  while (true) {
    const key = skipWhitespace(at);
    if (load<u8>(key) != quote || count == maxColumns) return false;
    const keyEnd = endOfString(key);
    if (keyEnd == invalid) return false;
    const keyMarks = marks;
    const value = startOfMemberValue(keyEnd);
    if (value == invalid) return false;
    store<u32>(column, gap);
    store<u32>(column, value - gap, 4);
    store<u32>(column, key - text, 8);
    store<u32>(column, ((keyEnd - text) << 2) | keyMarks, 12);
    column += columnSize;
    count++;
    gap = endOfValue(value);
    if (gap == invalid) return false;
    at = skipWhitespace(gap);
    if (load<u8>(at) == closeBrace) break;
    if (load<u8>(at) != comma) return false;
    at++;
  }
  store<i32>(columnCounts + 4 * layout, count);
  return true;
}

/** Whether the bytes of a gap are at an address. Compares 16 bytes at a time. */
function isGapAt(gap: usize, length: usize, at: usize): bool {
  let rest = length;
  let learned = gap;
  let found = at;
  while (rest >= 16) {
    if (v128.any_true(v128.xor(v128.load(learned), v128.load(found)))) return false;
    learned += 16;
    found += 16;
    rest -= 16;
  }
  const equal = i8x16.bitmask(i8x16.eq(v128.load(learned), v128.load(found)));
  const needed = (1 << (<i32>rest)) - 1;
  return (equal & needed) == needed;
}
