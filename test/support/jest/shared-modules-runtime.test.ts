import { readFileSync } from 'node:fs';
import { once } from '../../../src/primitives/values.js';

test('a stack trace names the line of the source of a module that suites share', () => {
  const stack = once(() => new Error('').stack!)();
  const [, path, line] = /\((\S+once\.ts):(\d+):\d+\)/.exec(stack)!;
  expect(readFileSync(path!, 'utf8').split('\n')[Number(line) - 1]).toContain('make()');
});
