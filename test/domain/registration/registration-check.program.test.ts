import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { compiledSources } from '../../support/child-program.js';

/** V8 compiles a pattern to slower code, which needs more of the stack, in a process that has compiled many large ones. */
const script = `
  for (let index = 0; index < 300; index += 1) {
    const choices = Array.from({ length: 120 }, (_, choice) => 'a' + index + 'b' + choice + '[x-z]{1,3}c');
    const pattern = new RegExp('(?:' + choices.join('|') + ')$');
    for (const text of ['a1b2xc', 'a1b2xc', 'a1b2xc'.repeat(9)]) pattern.test(text);
  }
  const { findFormatProblem } = await import(${JSON.stringify(join(compiledSources(), 'domain/registration/registration-check.js'))});
  const million = 1_000_000;
  const problemOf = (value) => findFormatProblem({ kind: 'AVATAR', options: null, name: 'picture' }, null, value);
  const pictures = ['data:image/png;base64,' + 'A'.repeat(20 * million) + '==', 'iVBORw0KGgo' + 'A'.repeat(20 * million)];
  console.log(JSON.stringify(pictures.flatMap((picture) => [problemOf(picture) === null, problemOf(picture + '!') === null])));`;

test('a picture of 20 million characters is checked in a process that has compiled many patterns', () => {
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' });
  expect(JSON.parse(printed)).toEqual([true, false, true, false]);
});
