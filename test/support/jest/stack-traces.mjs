/*
 * Writes the stacks of a suite's errors as jest does, with positions in the sources, but maps a position once for each suite: laws of errors
 * create thousands of errors at the same few places.
 */

import { fileURLToPath } from 'node:url';

/** Its frames are no part of the test that calls `expect`. */
const lazyExpect = fileURLToPath(new URL('lazy-expect.ts', import.meta.url));

/** Returns a function for `Error.prepareStackTrace` of a suite. */
export function createStackFormat() {
  /** By position in the code that runs, the line of the stack. */
  const lines = new Map();
  const lineOf = (frame) => {
    const file = frame.getFileName();
    if (typeof file !== 'string') return mapped(frame);
    const position = `${file}:${frame.getLineNumber()}:${frame.getColumnNumber()}`;
    const line = lines.get(position) ?? mapped(frame);
    lines.set(position, line);
    return line;
  };
  return (error, frames) => {
    const ofTest = frames.filter((frame) => frame.getFileName() !== lazyExpect);
    return Error.prepareStackTrace(error, []) + ofTest.map(lineOf).join('');
  };
}

const nameless = { name: '', message: '' };

/** Jest's function formats the frames of all contexts; it is the one of the worker's own `Error`. */
const mapped = (frame) => Error.prepareStackTrace(nameless, [frame]).slice(Error.prepareStackTrace(nameless, []).length);
