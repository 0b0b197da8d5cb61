/*
 * The records of a list in a text: the layout that they have, and the positions of their values.
 *
 * The layout of a record is how it is written: the names of its members in their order, and the bytes between its values (brace or
 * comma, key, colon, white space). These bytes are called a gap. The layout is learned from the first record. In the following ones,
 * each gap is compared with the learned one, so no key is decoded again. A record may lack members of the layout, except the first. A text
 * with a record of another layout is left to JSON.parse.
 */
import { columns, columnSize, maxColumns, text } from './memory';
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

/** The address behind the last position. For each value of each record: the offset and the marked end. */
export let positionsEnd: usize = 0;
let limit: usize = 0;
/** The number of columns of the layout; 0 before it is learned. */
export let learnedColumns: i32 = 0;
/** Records of the list. */
export let recordCount: i32 = 0;

/** Begins a new text. @param capacity the bytes that the positions may take */
export function resetRecords(positions: usize, capacity: usize): void {
  positionsEnd = positions;
  limit = positions + capacity;
  learnedColumns = 0;
}

/**
 * Scans a list of objects that have one layout, such as a service that prints table rows produces.
 * @param bracket the address of the opening bracket
 * @returns the address behind the list; invalid for every other list
 */
export function scanRecords(bracket: usize): usize {
  let at = bracket;
  recordCount = 0;
  if (learnedColumns == 0 && !learnLayout(skipWhitespace(bracket + 1))) return invalid;
  do {
    const end = scanRecord(skipWhitespace(at + 1));
    if (end == invalid) return invalid;
    recordCount++;
    at = skipWhitespace(end);
  } while (load<u8>(at) == comma);
  return load<u8>(at) == closeBracket ? at + 1 : invalid;
}

/** Learns the layout of the record at an address, and checks all of the record. @returns false for anything except a record that can be scanned */
function learnLayout(record: usize): bool {
  if (load<u8>(record) != openBrace) return false;
  let column = columns;
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
  learnedColumns = count;
  return true;
}

/** Scans the record at an address if it has the layout. @returns the address behind it, or invalid */
function scanRecord(record: usize): usize {
  let next = positionsEnd;
  // The brace is part of the first gap, and no gap has to be there.
  if (next + 8 * learnedColumns > limit || load<u8>(record) != openBrace) return invalid;
  let at = record;
  let column = columns;
  const columnsEnd = column + columnSize * learnedColumns;
  for (; column < columnsEnd; column += columnSize) {
    const length: usize = load<u32>(column, 4);
    if (!isGapAt(load<u32>(column), length, at)) {
      // The record lacks the member: its offset is 0, where no value is. If it has another layout, no later gap leads to its end.
      store<u64>(next, 0);
      next += 8;
      continue;
    }
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
