import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Checks a file that exists, or else that its folder permits a new one. Nothing is created for a program that does not start.
 * @throws Error where the file could not be opened
 */
export function assertUsableFile<T>(path: string, assertExisting: (path: string) => T): T | undefined {
  if (existsSync(path)) return assertExisting(path);
  accessSync(dirname(path), constants.W_OK);
  return undefined;
}
