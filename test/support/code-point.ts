/* Text of any characters, for properties. */

import fc from 'fast-check';

const surrogates = { first: 0xd800, last: 0xdfff };
const count = surrogates.last - surrogates.first + 1;

/**
 * Any code point but the surrogates, as a unit of `fc.string`. The unit 'binary' of fast-check is the same, but first builds a table of all
 * 1.1 million code points: about half a second of CPU time in each suite.
 */
export const codePoint = fc.integer({ min: 0, max: 0x10ffff - count }).map(
  (index) => String.fromCodePoint(index < surrogates.first ? index : index + count),
  // fast-check shrinks a given text, such as "__proto__", by the indices of its code points.
  (text) => {
    const code = typeof text === 'string' ? text.codePointAt(0) : undefined;
    if (code === undefined || text !== String.fromCodePoint(code) || (code >= surrogates.first && code <= surrogates.last))
      throw new Error('A code point that is no surrogate is expected.');
    return code < surrogates.first ? code : code - count;
  },
);
