/*
 * How the program responds to some hundred operations, and which calls to the service each makes. `FREEZE=1 npx jest test/frozen` writes the
 * fixtures again.
 */

import { sandboxDay } from '../support/counted-sandbox.js';
import { trustedFolder } from '../support/trusted-files.js';
import type { Group, Step } from './cases/case.js';
import { mutationExamples, queryExamples } from './cases/examples.js';
import { cache, faults, retries } from './cases/faults.js';
import { manifest, protocol, trustedAllow, trustedRequire } from './cases/protocol.js';
import { invalid, queries } from './cases/queries.js';
import { bound, closed, limited, prefixed, rateLimited } from './cases/settings.js';
import { self, writes } from './cases/writes.js';
import { frozen, responseText, section } from './fixture.js';
import { frozenProgram, stopTime, type FrozenProgram } from './program.js';

beforeAll(stopTime);
// A case may let time pass.
beforeEach(() => {
  jest.setSystemTime(sandboxDay);
});
afterAll(() => void jest.useRealTimers());

/** A response with the calls and the audit entries that it caused. */
async function outcomeOf(program: FrozenProgram, step: Step): Promise<string> {
  const { faults: failing, pass, inOrder = false, ...ask } = typeof step === 'string' ? { query: step } : step;
  if (failing !== undefined) program.service.fail(failing);
  if (pass !== undefined) jest.advanceTimersByTime(pass);
  const response = await program.ask(ask);
  const text = await responseText(response);
  const audit = (await program.audited(response)).map(({ outcome, count, fields }) => `${outcome} ${count}: ${fields.join(' ')}`);
  const calls = program.service.taken();
  return text + section('calls', inOrder ? calls : calls.toSorted()) + section('audit', audit);
}

const files: Readonly<Record<string, readonly Group[]>> = {
  examples: [queryExamples, mutationExamples],
  queries: [queries, self],
  invalid: [invalid],
  protocol: [protocol, trustedAllow, trustedRequire],
  faults: [faults, retries, cache],
  writes: [writes],
  settings: [prefixed, bound, limited, rateLimited, closed],
};

describe.each(Object.entries(files))('%s', (file, groups) => {
  const expectFrozen = frozen(
    `${file}.txt`,
    groups.flatMap(({ title, cases }) => Object.keys(cases).map((name) => `${title}: ${name}`)),
  );
  describe.each(groups.map((group) => [group.title, group] as const))('%s', (title, { env = {}, fresh = false, cases }) => {
    let shared: FrozenProgram;
    const start = () =>
      frozenProgram({
        ...env,
        ...('TRUSTED_DOCUMENTS' in env && { TRUSTED_DOCUMENTS_FILE: trustedFolder().write('trusted.json', manifest) }),
      });
    if (!fresh) beforeAll(async () => (shared = await start()));

    test.each(Object.entries(cases))('%s', async (name, given) => {
      const program = fresh ? await start() : shared;
      const steps = Array.isArray(given) ? (given as readonly Step[]) : [given as Step];
      const outcomes: string[] = [];
      for (const step of steps) outcomes.push(await outcomeOf(program, step));
      expectFrozen(`${title}: ${name}`, outcomes.join('\n---\n'));
    });
  });
});
