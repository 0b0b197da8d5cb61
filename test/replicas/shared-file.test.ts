/* Two programs over one STATE_FILE. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startChild, type ChildProgram } from '../support/child-program.js';
import { registryService, type RegistryService } from '../support/registry-service.js';
import { temporaryFile } from '../support/temporary-files.js';
import { until } from '../support/until.js';
import { countsOf, killedAt, mobileOf, register, replicaEnv, send } from './replica.js';
import { expectTrueReportsUnderTrouble } from './under-trouble.js';

jest.setTimeout(300_000);

/** The transactions of a program in their order. The first is that of its start. */
const transactions = ['start', 'begin', 'renew', 'complete'] as const;
type Step = (typeof transactions)[number];

/** A module that sends its process a signal, before or after one of the transactions of the process. */
const signalAt = (step: Step, moment: 'before' | 'after', signal: NodeJS.Signals): string => `
  import { createRequire } from 'node:module';
  const { prototype } = createRequire(${JSON.stringify(join(process.cwd(), 'package.json'))})('libsql');
  const { exec } = prototype;
  const statement = ${JSON.stringify(moment === 'before' ? 'BEGIN IMMEDIATE' : 'COMMIT')};
  let left = ${transactions.indexOf(step) + 1};
  prototype.exec = function (sql) {
    const isThis = sql === statement && (left -= 1) === 0;
    if (isThis && statement === 'BEGIN IMMEDIATE') process.kill(process.pid, ${JSON.stringify(signal)});
    const result = exec.call(this, sql);
    if (isThis) process.kill(process.pid, ${JSON.stringify(signal)});
    return result;
  };
`;

const STATE_FILE = temporaryFile('state.db');
let service: RegistryService;
let other: ChildProgram;
/** Falls asleep in the first test; its lease ends while the other tests run. */
let sleeper: ChildProgram;

function startProgram(module?: string): Promise<ChildProgram> {
  const nodeOptions = module === undefined ? [] : ['--import', temporaryFile('hook.mjs', module)];
  return startChild({ ...replicaEnv(service.url), STATE_FILE }, { nodeOptions });
}

/** Waits until a program is suspended: until then, the other one may begin the write of its key. */
const suspended = ({ process: { pid } }: ChildProgram) => until(async () => /\) T/.test(readFileSync(`/proc/${pid}/stat`, 'latin1')));

beforeAll(async () => {
  service = await registryService();
  [other, sleeper] = await Promise.all([startProgram(), startProgram(signalAt('renew', 'after', 'SIGSTOP'))]);
});

let asleep: { report: Promise<string>; since: number };
const asleepNumber = 9_002;
test('a program that falls asleep before it sends holds its key', async () => {
  asleep = { report: register(sleeper, asleepNumber), since: performance.now() };
  await suspended(sleeper);
  expect(await register(other, asleepNumber)).toBe('IDEMPOTENCY_IN_PROGRESS');
  expect(countsOf(service, asleepNumber).sends).toBe(0);
});

test.each(killedAt)(
  'killed at the step %s, %s the file has it: a repeat at another program is %s at once, with %i registrations',
  async (step, moment, repeat, times) => {
    const number = 8_000 + 10 * transactions.indexOf(step) + (moment === 'after' ? 1 : 0);
    const program = await startProgram(signalAt(step, moment, 'SIGKILL'));
    expect(await register(program, number)).toBe('gone');
    expect(await register(other, number)).toBe(repeat);
    expect(countsOf(service, number)).toEqual({ registered: times, sends: times });
  },
);

test('a single sign-on that one program performs is in progress at the other, and unknown as soon as the program is killed', async () => {
  const signIn = `mutation { ssoLogin(input: { mobile: "${mobileOf(9_003)}", addIfMissing: true }) { login { url } } }`;
  const codeAtOther = async () => (await send(other, signIn)).errors?.[0]?.extensions?.code;
  const program = await startProgram(signalAt('begin', 'after', 'SIGSTOP'));
  const cut = send(program, signIn).catch(() => 'cut');
  await suspended(program);
  expect(await codeAtOther()).toBe('IDEMPOTENCY_IN_PROGRESS');
  await program.crash();
  expect(await cut).toBe('cut');
  expect(await codeAtOther()).toBe('OUTCOME_UNKNOWN');
  expect(countsOf(service, 9_003).sends).toBe(0);
});

test('none of 150 registrations is sent twice, and each report is true, while programs are killed', async () => {
  const programs = [await startProgram(), await startProgram()];
  const crash = (index: 0 | 1) => async () => {
    await programs[index]!.crash();
    programs[index] = await startProgram();
  };
  await expectTrueReportsUnderTrouble(service, 150, programs, [crash(0), crash(1)]);
});

test('the program that slept longer than its lease wakes up and does not send', async () => {
  await until(async () => (await register(other, asleepNumber)) === 'OUTCOME_UNKNOWN');
  await until(async () => performance.now() - asleep.since > 61_000);
  sleeper.process.kill('SIGCONT');
  expect(await asleep.report).toBe('OUTCOME_UNKNOWN');
  expect(countsOf(service, asleepNumber).sends).toBe(0);
});
