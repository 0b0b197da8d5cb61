import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ComputeSignature } from './signature.js';

/**
 * The signature rule of an operator's own module: its default export, which is given the parts of the header and the
 * private key by name and returns 32 hexadecimal characters, or a promise of them.
 * @throws Error where the path leads to no such module.
 */
export async function loadSignerModule(path: string): Promise<ComputeSignature> {
  const loaded = (await import(pathToFileURL(resolve(path)).href)) as { default?: unknown };
  if (typeof loaded.default !== 'function') throw new TypeError('The signer module must export a function as its default.');
  return loaded.default as ComputeSignature;
}
