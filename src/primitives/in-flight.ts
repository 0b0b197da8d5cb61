/* What is in flight, such as calls and executions, by key. */

/**
 * A Map whose values can be collected as soon as they are deleted. The tables that a Map has outgrown keep their entries while a garbage
 * collector takes them to be alive (docs/decisions/0016-objects-have-a-fixed-shape.md). Here, these entries are emptied.
 */
export class InFlight<V extends object> {
  readonly #entries = new Map<string, { value: V | undefined }>();

  get(key: string): V | undefined {
    return this.#entries.get(key)?.value;
  }

  set(key: string, value: V): void {
    const entry = this.#entries.get(key);
    if (entry) entry.value = value;
    else this.#entries.set(key, { value });
  }

  /** Deletes a value, unless another one has replaced it. */
  delete(key: string, value: V): void {
    const entry = this.#entries.get(key);
    if (entry === undefined || entry.value !== value) return;
    entry.value = undefined;
    this.#entries.delete(key);
  }
}
