import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ComputeSignature } from './signature.js';

/**
 * Imports the operator's own signature function: the default export of a module. It receives a `SignatureInput` and returns 32
 * hexadecimal characters or a promise of them.
 * @throws Error where the module cannot be imported within a time, or its default export is not a function
 */
export async function loadSignerModule(path: string, timeoutMs = 10_000): Promise<ComputeSignature> {
  const loaded = (await settledWithin(timeoutMs, import(pathToFileURL(resolve(path)).href))) as { default?: unknown };
  if (typeof loaded.default !== 'function') throw new TypeError('The signer module must export a function as its default.');
  return loaded.default as ComputeSignature;
}

/** A module whose top-level await never settles does not keep the process alive: without the timer it would end without a message. */
async function settledWithin(timeoutMs: number, importing: Promise<unknown>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The signer module did not load within ${timeoutMs} ms.`)), timeoutMs);
  });
  return Promise.race([importing, late]).finally(() => clearTimeout(timer));
}
