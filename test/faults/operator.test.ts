/* What an operator sees besides the lines about a failing service (diagnosis.test.ts): counters of alerts, lines of a start and an end. */

import { readFileSync } from 'node:fs';
import { post } from '../server/toy-server.js';
import { startChild, type ChildProgram } from '../support/child-program.js';
import { fakeService } from '../support/fake-service.js';
import { programOver } from '../support/program.js';
import { addAttendees, registrationOf, registryService } from '../support/registry-service.js';
import { temporaryFile } from '../support/temporary-files.js';
import { until } from '../support/until.js';

test('a registration counts once, by its outcome, and every outcome is there from the start', async () => {
  const service = await registryService();
  const program = await programOver(service.url);
  const counts = async () =>
    Object.fromEntries(
      [...(await program.metrics()).matchAll(/^event_graph_registrations_total\{outcome="(\w+)"\} (\d+)$/gm)].map(([, outcome, count]) => [
        outcome,
        Number(count),
      ]),
    );
  const add = (number: number, mobile = '13800138000') =>
    program.run(addAttendees, registrationOf(mobile, { idempotencyKey: `registration-number-${number}` }));
  expect(await counts()).toEqual({ registered: 0, replayed: 0, rejected: 0, user_error: 0, unknown: 0, refused: 0 });
  await add(1);
  await add(1);
  await add(2, '');
  service.behave('commits, then resets', 'rejects with code 0', 'rejects with 429');
  for (const number of [3, 4, 5]) await add(number);
  expect(await counts()).toEqual({ registered: 1, replayed: 1, user_error: 1, unknown: 1, rejected: 1, refused: 1 });
});

test('a value that breaks the interface is counted and logged, and its call is a success', async () => {
  const operation = '/api/ticket/data';
  const service = await fakeService({ [operation]: { code: 1, data: [{ id: 1, name: 'T', num: 'many', sold_num: 1, money: 9 }] } });
  const program = await programOver(service.url);
  for (let time = 0; time < 3; time += 1) await program.run('{ activity { tickets { totalStock } } }');
  const metrics = await program.metrics();
  expect(metrics).toContain(`event_graph_invalid_values_total{operation="${operation}"} 3`);
  expect(metrics).toContain(`event_graph_upstream_calls_total{operation="${operation}",outcome="ok"} 3`);
  expect(program.lines('values that break the interface')).toEqual([
    expect.objectContaining({ level: 40, operation, path: '$.data[].num', count: 1, expected: 'an integer' }),
  ]);
});

describe('a program as a process of its own', () => {
  const start = async (env: Record<string, string>, options?: Parameters<typeof startChild>[1]) => {
    const program = await startChild({ SANDBOX_LIVE: 'false', STATE_FILE: ':memory:', ...env }, options);
    const lostLines = async () => {
      const metrics = await (await fetch(`${program.adminUrl}/metrics`)).text();
      return Number(/^event_graph_audit_lines_lost_total (\d+)$/m.exec(metrics)![1]);
    };
    return { program, lostLines };
  };
  const linesOf = (program: ChildProgram, text: string) =>
    program
      .output()
      .split('\n')
      .filter((line) => line.includes(text))
      .map((line) => JSON.parse(line) as unknown);

  test.each(['SIGHUP', 'SIGINT'] as const)(
    'a program logs a line when it is ready and one when %s ends it, with version and mode, which no other line has',
    async (signal) => {
      const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
      const { program } = await start({ TRUSTED_DOCUMENTS_FILE: temporaryFile('app.json', { Id: '{ activity { id } }' }) });
      const ended = new Promise((done) => program.process.once('close', done));
      program.process.kill(signal);
      expect(await ended).toBe(0);
      expect(linesOf(program, 'Trusted documents are loaded')).toEqual([expect.objectContaining({ policy: 'allow', documents: 1 })]);
      expect(linesOf(program, '"mode":')).toEqual([
        expect.objectContaining({ level: 30, version, mode: 'sandbox', msg: expect.stringMatching(/^Event Graph is ready/) }),
        expect.objectContaining({ level: 30, version, mode: 'sandbox', msg: expect.stringMatching(/^Event Graph ends/), signal }),
      ]);
    },
  );

  test('a program logs a line if AUDIT_LOG cannot be written', async () => {
    const AUDIT_LOG = temporaryFile('audit.log');
    // A file that may not grow is what a full disk is to the program.
    const { program } = await start({ AUDIT_LOG }, { ulimit: '-f 8' });
    const refused = 'addAttendees(input: { contact: { name: "", mobile: "" }, attendees: [] }) { userErrors { code } }';
    const query = `mutation { ${Array.from({ length: 20 }, (_, index) => `a${index}: ${refused}`).join(' ')} }`;
    for (let time = 0; time < 5; time += 1) await post(program, { query });
    await until(() => linesOf(program, 'AUDIT_LOG cannot be written').length > 0);
    expect(linesOf(program, 'AUDIT_LOG cannot be written')).toEqual([expect.objectContaining({ level: 40, cause: 'EFBIG' })]);
  });

  test('a program counts the audit lines that it loses when the reader of its standard output has ended', async () => {
    const { program, lostLines } = await start({});
    expect(await lostLines()).toBe(0);
    program.process.stdout!.destroy();
    for (let time = 0; time < 5; time += 1) await post(program, { query: '{ attendee(by: { id: "1" }) { name } }' });
    await until(async () => (await lostLines()) === 5);
  });
});
