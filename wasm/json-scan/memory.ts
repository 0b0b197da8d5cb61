/*
 * The map of the module's memory, from low to high addresses:
 *
 *   members     what was found of the top-level object, and of the objects in it
 *   columns     what was learned of the records
 *   text        written by the caller, with `padding` zeros behind it
 *   positions   the result: where the values of the records are
 *
 * An offset is an address relative to the start of the text. Numbers are 32 bits, little-endian.
 */

/**
 * Members, {@link memberSize} bytes each: offset of the key, its marked end, offset of the value, its marked end, and the content: the number of
 * records of a list; {@link scalar}; for an object with n members, which follow, -2 - n.
 */
export const members: usize = 1024;
export const memberSize: usize = 20;
export const membersEnd: usize = members + memberSize * 64;
/** Also of an object in an object. */
export const scalar: i32 = -1;

/** The columns of the layout, {@link columnSize} bytes each: address of the gap, its length, offset of the key, its marked end. */
export const columns: usize = membersEnd;
export const columnSize: usize = 16;
/** Records of the interface have at most 41 members. */
export const maxColumns: i32 = 500;

export const text: usize = 16 * 1024;
/** A word of 16 bytes may be read at each byte of the text. A zero ends every loop: no JSON token contains one. */
export const padding: usize = 32;
