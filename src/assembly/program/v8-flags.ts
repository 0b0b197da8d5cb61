import { setFlagsFromString } from 'node:v8';

/**
 * Makes V8 create all objects in its young generation, where the objects of a request cost nothing to collect
 * (docs/decisions/0013-objects-are-created-young.md). Applies to the whole process, so the library does not call it.
 */
export function setV8Flags(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}
