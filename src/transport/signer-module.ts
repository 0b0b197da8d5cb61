import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ComputeSignature } from './signature.js';

/**
 * Imports the operator's own signature function: the default export of a module. It receives a `SignatureInput` and returns 32
 * hexadecimal characters or a promise of them.
 * @throws Error where the module cannot be imported or its default export is not a function
 */
export async function loadSignerModule(path: string): Promise<ComputeSignature> {
  const loaded = (await import(pathToFileURL(resolve(path)).href)) as { default?: unknown };
  if (typeof loaded.default !== 'function') throw new TypeError('The signer module must export a function as its default.');
  return loaded.default as ComputeSignature;
}
