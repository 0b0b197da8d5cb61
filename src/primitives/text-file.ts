/* Text files of operators. */

import { readFileSync } from 'node:fs';

/** Returns the text of a UTF-8 file, without the byte order mark that some editors write at its start. @throws Error of Node */
export const readTextFile = (path: string): string => readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
