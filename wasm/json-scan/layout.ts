/*
 * The layout of a record is how it is written: the names of its members in their order, and the bytes between its values (brace or
 * comma, key, colon, white space). These bytes are called a gap. A layout is learned from the first record that has it. In the
 * following records, each gap is compared with the learned one, so no key is decoded again.
 */
import { columnCounts, columnSize, layouts, layoutSize, maxColumns, text } from './memory';
import { closeBrace, comma, endOfString, endOfValue, invalid, marks, openBrace, quote, skipWhitespace, startOfMemberValue } from './value';

/** The address of the first column of a layout. */
export function columnsOf(layout: i32): usize {
  return layouts + layoutSize * layout;
}

export function columnCountOf(layout: i32): i32 {
  return load<i32>(columnCounts + 4 * layout);
}

export function gapOf(column: usize): usize {
  return load<u32>(column);
}

export function gapLengthOf(column: usize): usize {
  return load<u32>(column, 4);
}

/** Learns the layout of the record at an address, and checks all of the record. @returns false for anything except a record that can be scanned */
export function learnLayout(layout: i32, record: usize): bool {
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
export function isGapAt(gap: usize, length: usize, at: usize): bool {
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
