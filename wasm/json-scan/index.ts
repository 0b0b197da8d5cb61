/*
 * Scans the text of a large reply. Compiled to WebAssembly by `npm run json-scan`; src/json/json-scan.ts calls it.
 * memory.ts has the map of the memory, through which text and result pass.
 */
import { maxMembers, members, memberSize, padding, text } from './memory';
import { areMembersMissing, learnedColumns, positionsEnd, recordCount, resetRecords, scanRecords } from './records';
import {
  closeBrace,
  comma,
  endOfString,
  endOfValue,
  invalid,
  marks,
  openBrace,
  openBracket,
  quote,
  skipWhitespace,
  startOfMemberValue,
} from './value';

export { columns, columnSize, members, memberSize, padding, text } from './memory';

/** The address of the positions of a text of this length: behind the zeros, at a multiple of 16. */
export function positionsOf(length: usize): usize {
  return (text + length + padding + 15) & ~15;
}

/** The number of 32-bit numbers from {@link positionsOf} on, after a scan. */
export function positionCount(length: usize): i32 {
  return <i32>((positionsEnd - positionsOf(length)) >> 2);
}

/** The number of columns of the layout that the scan has learned. */
export function columnCount(): i32 {
  return learnedColumns;
}

/** Whether a record lacks a member of the layout: the offset and the marked end of its value are 0. */
export function lacksMembers(): bool {
  return areMembersMissing;
}

/**
 * Scans an object whose members are scalars and one list of records, as replies have it.
 *
 * @param length bytes of the text, which the caller has written with the zeros behind it. The memory has room for the positions:
 *   two bytes for each byte of the text
 * @returns the number of its members; 0 for everything else, which is left to JSON.parse. Another kind of list or object would be
 *   parsed as a whole anyway, so scanning the rest would save nothing.
 */
export function scanObject(length: usize): i32 {
  resetRecords(positionsOf(length), 2 * length);
  let count = 0;
  let hasList = false;
  let member = members;
  let at = text;
  if (load<u8>(at) != openBrace) return 0;
  while (true) {
    const key = skipWhitespace(at + 1);
    if (load<u8>(key) != quote || count == maxMembers) return 0;
    const keyEnd = endOfString(key);
    if (keyEnd == invalid) return 0;
    const keyMarks = marks;
    const value = startOfMemberValue(keyEnd);
    if (value == invalid || load<u8>(value) == openBrace) return 0;
    const isList = load<u8>(value) == openBracket;
    if (isList && hasList) return 0;
    hasList = hasList || isList;
    const end = isList ? scanRecords(value) : endOfValue(value);
    if (end == invalid) return 0;
    store<u32>(member, key - text);
    store<u32>(member, ((keyEnd - text) << 2) | keyMarks, 4);
    store<u32>(member, value - text, 8);
    store<u32>(member, ((end - text) << 2) | (isList ? 0 : marks), 12);
    store<i32>(member, isList ? recordCount : -1, 16);
    member += memberSize;
    count++;
    at = skipWhitespace(end);
    if (load<u8>(at) == closeBrace) break;
    if (load<u8>(at) != comma) return 0;
  }
  return hasList && skipWhitespace(at + 1) == text + length ? count : 0;
}
