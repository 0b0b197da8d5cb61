/**
 * Work in progress, by key. It is a Map whose values can be collected as soon as they are deleted.
 *
 * A long-lived Map with short-lived entries defeats the garbage collection of young objects. Each time it has no room left it moves
 * to a new table, and the old table still refers to the entries of that moment and to the new table. Once a table has been promoted to the
 * old generation, it keeps all later tables, and through them most values, until the next major collection: megabytes a second.
 * Here the tables refer to slots, and a deleted slot is empty.
 */
export class WorkInProgress<V, Key = string> {
  readonly #slots = new Map<Key, { value: V | null }>();

  get(key: Key): V | undefined {
    return this.#slots.get(key)?.value ?? undefined;
  }

  /** Stores a value. A value that is stored under the key already is replaced. */
  set(key: Key, value: V): void {
    this.delete(key);
    this.#slots.set(key, { value });
  }

  /** Deletes a value. With `value`, only if the key still has that value. @returns whether it was deleted */
  delete(key: Key, value?: V): boolean {
    const slot = this.#slots.get(key);
    if (slot === undefined || (value !== undefined && slot.value !== value)) return false;
    slot.value = null;
    return this.#slots.delete(key);
  }

  entries(): readonly (readonly [Key, V])[] {
    return [...this.#slots].flatMap(([key, { value }]) => (value === null ? [] : [[key, value] as const]));
  }
}
