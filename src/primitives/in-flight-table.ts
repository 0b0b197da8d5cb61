/* A table of what is in flight, such as calls and executions. */

/** A power of two. */
const bucketCount = 256;

interface Entry<V> {
  readonly key: string;
  readonly hash: number;
  readonly value: V;
  /** The next entry of the same bucket. */
  next: Entry<V> | null;
}

/**
 * What is in flight, by key: a hash table whose entries can be collected as soon as they are deleted.
 *
 * Unlike in a Map (docs/decisions/0016-objects-have-a-fixed-shape.md), the table is created once, and refers to nothing that was deleted.
 */
export class InFlightTable<V> {
  readonly #buckets: (Entry<V> | null)[] = Array.from({ length: bucketCount }, () => null);

  get(key: string, hash = hashOf(key)): V | undefined {
    let entry = this.#buckets[bucketOf(hash)] ?? null;
    while (entry !== null && (entry.hash !== hash || entry.key !== key)) entry = entry.next;
    return entry?.value;
  }

  /** Sets the value of a key. */
  set(key: string, value: V, hash = hashOf(key)): void {
    this.delete(key, undefined, hash);
    const bucket = bucketOf(hash);
    this.#buckets[bucket] = { key, hash, value, next: this.#buckets[bucket] ?? null };
  }

  /** Deletes a key. With `value`, only if the key still has that value. */
  delete(key: string, value?: V, hash = hashOf(key)): void {
    const bucket = bucketOf(hash);
    let previous: Entry<V> | null = null;
    let entry = this.#buckets[bucket] ?? null;
    while (entry !== null && (entry.hash !== hash || entry.key !== key)) {
      previous = entry;
      entry = entry.next;
    }
    if (entry === null || (value !== undefined && entry.value !== value)) return;
    if (previous === null) this.#buckets[bucket] = entry.next;
    else previous.next = entry.next;
    // A deleted entry that was promoted must not refer to later ones.
    entry.next = null;
  }
}

const bucketOf = (hash: number): number => hash & (bucketCount - 1);

/** Returns a 32-bit hash: FNV-1a. */
export function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  return hash;
}
