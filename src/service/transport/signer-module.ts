import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { within } from '../../primitives/waiting.js';
import type { ComputeSignature } from './signature.js';

/**
 * Imports the operator's own signature function: the default export of a module. It receives a `SignatureInput` and returns 32
 * hexadecimal characters or a promise of them.
 * @throws Error where the module cannot be imported within a time, or its default export is not a function
 */
export async function loadSignerModule(path: string, timeoutMs = 10_000): Promise<ComputeSignature> {
  // A module whose top-level await never settles does not keep the process alive: without the timer it would end without a message.
  const loaded = await within(timeoutMs, import(pathToFileURL(resolve(path)).href) as Promise<{ readonly default?: unknown }>, () => {
    throw new Error(`The signer module did not load within ${timeoutMs} ms.`);
  });
  if (typeof loaded.default !== 'function') throw new TypeError('The signer module must export a function as its default.');
  return loaded.default as ComputeSignature;
}
