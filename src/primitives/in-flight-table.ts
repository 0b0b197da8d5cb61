/* A table of what is in flight, such as calls and executions. */

/** A power of two. */
const bucketCount = 256;

interface Entry<V, Key> {
  readonly key: Key;
  readonly value: V;
}

/**
 * What is in flight, by key: a hash table whose entries can be collected as soon as they are deleted.
 *
 * Unlike in a Map (docs/decisions/0016-objects-have-a-fixed-shape.md), the table is created once, and refers to nothing that was deleted.
 */
export class InFlightTable<V, Key extends string | number = string> {
  readonly #buckets: Entry<V, Key>[][] = Array.from({ length: bucketCount }, () => []);

  get(key: Key): V | undefined {
    const bucket = this.#bucketOf(key);
    return bucket[indexIn(bucket, key)]?.value;
  }

  set(key: Key, value: V): void {
    const bucket = this.#bucketOf(key);
    const index = indexIn(bucket, key);
    bucket[index === -1 ? bucket.length : index] = { key, value };
  }

  entries(): readonly (readonly [Key, V])[] {
    return this.#buckets.flat().map(({ key, value }) => [key, value]);
  }

  /** Deletes a value. With `value`, only if the key still has that value. @returns whether it was deleted */
  delete(key: Key, value?: V): boolean {
    const bucket = this.#bucketOf(key);
    const index = indexIn(bucket, key);
    if (index === -1 || (value !== undefined && bucket[index]!.value !== value)) return false;
    const last = bucket.pop()!;
    if (index < bucket.length) bucket[index] = last;
    return true;
  }

  #bucketOf(key: Key): Entry<V, Key>[] {
    return this.#buckets[hashOf(key) & (bucketCount - 1)]!;
  }
}

/** A loop: `findIndex` takes longer for the few entries of a bucket. */
function indexIn<Key>(bucket: readonly { readonly key: Key }[], key: Key): number {
  for (let index = 0; index < bucket.length; index += 1) if (bucket[index]!.key === key) return index;
  return -1;
}

/** Returns a 32-bit hash: FNV-1a of a string, a number itself. */
function hashOf(key: string | number): number {
  if (typeof key === 'number') return key | 0;
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  return hash;
}
