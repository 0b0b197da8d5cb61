/* The SDL of programs whose settings change it, byte for byte: as the lines that differ from a file of schema. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { frozen } from './fixture.js';
import { frozenProgram, stopTime } from './program.js';

beforeAll(stopTime);
afterAll(() => void jest.useRealTimers());

const variants: Readonly<Record<string, Record<string, string>>> = {
  default: {},
  'FEDERATION_AUTH_DIRECTIVES=false': { FEDERATION_AUTH_DIRECTIVES: 'false' },
  'RELAY_NODE=true': { RELAY_NODE: 'true' },
  'TYPE_PREFIX=Event': { TYPE_PREFIX: 'Event' },
  OPERATIONS_FILE: { OPERATIONS_FILE: 'examples/operations.json' },
  'EVENT_SERVICE_MAX_PAGE_SIZE=10': { EVENT_SERVICE_MAX_PAGE_SIZE: '10' },
  // By its digest alone: the others show what changes.
  'all of them': {
    FEDERATION_AUTH_DIRECTIVES: 'false',
    RELAY_NODE: 'true',
    TYPE_PREFIX: 'Event',
    OPERATIONS_FILE: 'examples/operations.json',
    EVENT_SERVICE_MAX_PAGE_SIZE: '10',
  },
};

/** The lines of a file of schema without its header. test/schema/sdl.test.ts holds that they are the SDL of the code. */
const committed = (authDirectives: boolean) =>
  readFileSync(join(__dirname, `../../schema/event-graph${authDirectives ? '' : '.no-auth'}.graphql`), 'utf8')
    .split('\n')
    .slice(1);

const expectFrozen = frozen('sdl.txt', Object.keys(variants));

test.each(Object.entries(variants))('the SDL with %s', async (name, env) => {
  const response = await (await frozenProgram(env)).ask({ query: '{ service: _service { sdl } }', scopes: '' });
  const { data } = JSON.parse(await response.text()) as { data: { service: { sdl: string } } };
  const { sdl } = data.service;
  if (name === 'all of them') expectFrozen(name, createHash('sha256').update(sdl).digest('hex'));
  else expectFrozen(name, difference(committed(env['FEDERATION_AUTH_DIRECTIVES'] !== 'false'), sdl.split('\n')));
});

/** The lines that turn one text into another, each group after the number of its first line: `-` lines go, `+` lines come. */
function difference(from: readonly string[], to: readonly string[]): string {
  // The length of the longest common subsequence of what follows two positions.
  const lengths = Array.from({ length: from.length + 1 }, () => new Uint16Array(to.length + 1));
  for (let i = from.length - 1; i >= 0; i -= 1)
    for (let j = to.length - 1; j >= 0; j -= 1)
      lengths[i]![j] = from[i] === to[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  const lines: string[] = [];
  for (let i = 0, j = 0, equal = true; i < from.length || j < to.length;) {
    if (i < from.length && j < to.length && from[i] === to[j]) {
      [i, j, equal] = [i + 1, j + 1, true];
      continue;
    }
    if (equal) lines.push(`@ ${i + 1}`);
    equal = false;
    if (j === to.length || (i < from.length && lengths[i + 1]![j]! >= lengths[i]![j + 1]!)) lines.push(`- ${from[i++]}`);
    else lines.push(`+ ${to[j++]}`);
  }
  return lines.join('\n');
}
