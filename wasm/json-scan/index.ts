/*
 * Scans the text of a reply. Compiled to WebAssembly by `npm run json-scan`; src/json/json-scan.ts calls it.
 * memory.ts has the map of the memory, through which text and result pass.
 */
import { members, membersEnd, memberSize, padding, scalar, text } from './memory';
import { learnedColumns, positionsEnd, recordCount, resetRecords, scanRecords } from './records';
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
  resetValues,
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

let nextMember: usize = members;

/**
 * Scans an object whose members are scalars, lists of records of one layout, and objects of these, as replies have it.
 *
 * @param length bytes of the text, which the caller has written with the zeros behind it. The memory has room for the positions:
 *   two bytes for each byte of the text
 * @returns the number of its members, with those of the objects in it; 0 for everything else, which is left to JSON.parse: without records,
 *   scanning would save nothing
 */
export function scanObject(length: usize): i32 {
  resetValues();
  resetRecords(positionsOf(length), 2 * length);
  nextMember = members;
  const end = scanMembers(text, true);
  if (end == invalid || learnedColumns == 0 || skipWhitespace(end) != text + length) return 0;
  return <i32>((nextMember - members) / memberSize);
}

/** Scans the members of an object. @param isOuter whether its members may be objects of members @returns the address behind it, or invalid */
function scanMembers(brace: usize, isOuter: bool): usize {
  if (load<u8>(brace) != openBrace) return invalid;
  let at = brace;
  while (true) {
    const key = skipWhitespace(at + 1);
    if (load<u8>(key) != quote || nextMember == membersEnd) return invalid;
    const keyEnd = endOfString(key);
    if (keyEnd == invalid) return invalid;
    const keyMarks = marks;
    const value = startOfMemberValue(keyEnd);
    if (value == invalid) return invalid;
    const member = nextMember;
    nextMember += memberSize;
    let content: i32 = scalar;
    let end: usize;
    if (load<u8>(value) == openBracket) {
      end = scanRecords(value);
      content = recordCount;
    } else if (load<u8>(value) == openBrace && isOuter) {
      end = scanMembers(value, false);
      content = -1 - <i32>((nextMember - member) / memberSize);
    } else {
      end = endOfValue(value);
    }
    if (end == invalid) return invalid;
    store<u32>(member, key - text);
    store<u32>(member, ((keyEnd - text) << 2) | keyMarks, 4);
    store<u32>(member, value - text, 8);
    store<u32>(member, ((<i32>(end - text)) << 2) | (content == scalar ? marks : 0), 12);
    store<i32>(member, content, 16);
    at = skipWhitespace(end);
    if (load<u8>(at) == closeBrace) return at + 1;
    if (load<u8>(at) != comma) return invalid;
  }
}
