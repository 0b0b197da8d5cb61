import { once } from '../primitives/values.js';

/** Resources that a program has opened. They are closed in reverse order, because later ones use earlier ones. */
export class OpenResources {
  readonly #opened: { close(): Promise<void> }[] = [];

  add<T extends { close(): Promise<void> }>(resource: T): T {
    this.#opened.push(resource);
    return resource;
  }

  /** Closes all resources, even if one of them fails. Further calls wait for the same end. @throws the first failure */
  readonly close = once(() => this.#closeAll());

  async #closeAll(): Promise<void> {
    const failures: unknown[] = [];
    for (const resource of this.#opened.toReversed()) await resource.close().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  }
}
