import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '../../src/endpoint/endpoints.js';

const folder = join(__dirname, '../../src/endpoint');

/** Whether a value that a file exports is an endpoint. */
const isEndpoint = (value: unknown): boolean => typeof value === 'object' && value !== null && 'section' in value && 'repeatable' in value;

test('endpoints.ts lists every endpoint under its own name; a new one belongs there', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && name !== 'endpoints.ts');
  const exported = files.flatMap((name) => Object.entries(jest.requireActual<Record<string, unknown>>(join(folder, name))));
  const found = Object.fromEntries(exported.filter(([, value]) => isEndpoint(value)));
  expect(endpoints).toEqual(found);
});
