/** What a program opened, to be closed in the opposite order. */
export class OpenResources {
  readonly #opened: { close(): Promise<void> }[] = [];

  add<T extends { close(): Promise<void> }>(resource: T): T {
    this.#opened.push(resource);
    return resource;
  }

  /** Closes everything, whatever fails. @throws the first failure */
  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (const resource of this.#opened.splice(0).toReversed()) await resource.close().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  }
}
