import type { BoundTypeReference } from '../../records/operations-file.js';

const notation = /^(?:\[(\w+)(!?)\]|(\w+))(!?)$/;

/** Reads the notation of a type, such as `[Speaker!]`, whose form was checked. */
export function typeReference(text: string): BoundTypeReference {
  const [, item, nonNullItems, single, nonNull] = notation.exec(text)!;
  return { name: (item ?? single)!, nonNull: nonNull === '!', list: item === undefined ? null : { nonNullItems: nonNullItems === '!' } };
}
