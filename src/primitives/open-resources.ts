/* What a program has to close when it ends. */

import { memoized } from './values.js';

/** Resources that a program has opened. They are closed in reverse order, because later ones use earlier ones. */
export class OpenResources {
  readonly #opened: { close(): Promise<void> }[] = [];

  add<T extends { close(): Promise<void> }>(resource: T): T {
    this.#opened.push(resource);
    return resource;
  }

  /** Closes all resources, even if one of them fails. Further calls wait for the same end. @throws the first failure */
  readonly close = memoized(async () => {
    const failures: unknown[] = [];
    for (const resource of this.#opened.toReversed()) await resource.close().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  });
}

/** Puts parts together. If one of them fails to open, those before it are closed. @param assemble adds each part that must be closed */
export async function withOpenResources<T>(assemble: (opened: OpenResources) => Promise<T>): Promise<T> {
  const opened = new OpenResources();
  try {
    return await assemble(opened);
  } catch (error) {
    await opened.close().catch(() => {});
    throw error;
  }
}
