/* The command `event-graph doctor`, and what it prints. */

import { setTimeout as pause } from 'node:timers/promises';
import { styleText } from 'node:util';
import { checkServiceSettings } from '../config/config.js';
import { ConfigError, loadDotEnv, configErrorExitCode } from '../config/environment.js';
import { BadUsage, readOptions, usageExitCode } from '../program/command-arguments.js';
import { readNamedFiles } from '../program/files.js';
import { sandboxAccount } from '../program/sandbox-service.js';
import { parseActivityId } from '../records/ids.js';
import { startSandbox } from '../sandbox/sandbox.js';
import { examine } from './examination.js';
import { maxCalls, searchedRules } from './find-signature.js';
import {
  counted,
  endpointsOfChecks,
  notReached,
  type CheckResult,
  type CheckStatus,
  type DoctorReport,
  type SuggestedSettings,
} from './report.js';

/** `event-graph doctor`: exits with 0 if no check failed, 1 if one did, 2 for bad usage, 78 for bad settings. */
export async function doctor(args: readonly string[]): Promise<number> {
  // Standard output is for results only.
  const problem = (text: string, exitCode: number) => {
    process.stderr.write(`${text}\n`);
    return exitCode;
  };
  try {
    const options = optionsOf(args);
    if (options === null) process.stdout.write(help);
    return options === null ? 0 : await examineAndPrint(options, loadDotEnv());
  } catch (error) {
    if (error instanceof BadUsage) return problem(`${error.message} Try event-graph doctor --help.`, usageExitCode);
    if (!(error instanceof ConfigError)) throw error;
    return problem(error.message, configErrorExitCode);
  }
}

const options = {
  json: { type: 'boolean', default: false },
  activity: { type: 'string' },
  'find-signature': { type: 'boolean', default: false },
  'from-rule': { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

type DoctorOptions = NonNullable<ReturnType<typeof optionsOf>>;

/** @returns null if help was asked for; a null in place of the first activity of the settings, and of a search @throws BadUsage */
function optionsOf(args: readonly string[]) {
  const { json, activity, 'find-signature': searches, 'from-rule': rule, help: isHelp } = readOptions(args, options);
  if (isHelp) return null;
  const activityId = activity === undefined ? null : parseActivityId(activity);
  if (activity !== undefined && activityId === null) throw new BadUsage('--activity: expected the number of an activity.');
  if (rule !== undefined && searchedRules[Number(rule) - 1] === undefined)
    throw new BadUsage(`--from-rule: expected a number from 1 to ${searchedRules.length}.`);
  const first = searches ? 1 : null;
  return { json, searchFrom: rule === undefined ? first : Number(rule), activityId };
}

async function examineAndPrint({ json, searchFrom, activityId }: DoctorOptions, lateVariables: readonly string[]): Promise<number> {
  const { config, problems } = checkServiceSettings();
  // The doctor leaves the state file alone.
  const { activityFacts } = await readNamedFiles({ ...config, stateFile: null }, problems);
  const sandbox = config.liveAccount ? null : await startSandbox({ seed: config.sandbox.seed });
  const service = config.liveAccount ?? sandboxAccount(sandbox!.url);
  const print = (text: string) => json || process.stdout.write(text);
  try {
    print(
      `Checking ${sandbox ? 'the sandbox (EVENT_SERVICE_URL is not set)' : service.url}, activity ${activityId ?? service.activityIds[0]}\n\n`,
    );
    const report = await examine({
      service,
      settings: config.service,
      activityFacts,
      activityId: activityId ?? service.activityIds[0]!,
      searchFrom,
      lateVariables,
      pause,
      onProgress: (text) => showProgress(`${text} …`),
      onWarning: (text) => {
        showProgress('');
        process.stderr.write(`${text}\n`);
      },
      onCheck: (check) => {
        showProgress('');
        print(lineOf(check));
      },
    });
    print(summaryOf(report));
    if (json) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
    return report.ok ? 0 : 1;
  } finally {
    showProgress('');
    await sandbox?.close();
  }
}

/** Shows the check in progress on a terminal, in one line that the next one replaces. Writes nothing elsewhere. */
function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${text}`);
}

const help = `event-graph doctor: checks whether the graph would work over the service that the settings name. It only reads.

  --json                prints one JSON object instead of lines
  --activity NUMBER     checks this activity instead of the first of the settings
  --find-signature      where the signature is rejected, tries the common rules: up to ${maxCalls} calls
  --from-rule NUMBER    continues such a search that was stopped

In a clone: npm run doctor -- --find-signature
`;

const colours: Readonly<Record<CheckStatus, 'green' | 'yellow' | 'red' | 'gray'>> = {
  ok: 'green',
  warn: 'yellow',
  fail: 'red',
  skip: 'gray',
};

const subjectWidth = Math.max(...[...endpointsOfChecks].map(([id, endpoint]) => `${id} ${endpoint}`.length));

/** Returns the line of a check: status, coloured on a terminal, id, name of the endpoint, message; then the indented hint. */
function lineOf({ status, id, endpoint, message, hint }: CheckResult): string {
  const mark = styleText(colours[status], status.padEnd(4));
  const subject = endpoint === undefined ? id : `${id} ${endpoint}`;
  const line = `${mark}  ${subject.padEnd(subjectWidth)}  ${message}\n`;
  return hint === undefined ? line : `${line}      ${hint}\n`;
}

/** Returns the summary below the checks: those that were not reached in one line, the result, settings, and the next step. */
export function summaryOf({ checks, suggestions, next }: Pick<DoctorReport, 'checks' | 'suggestions' | 'next'>): string {
  const unreached = checks.filter(({ message }) => message === notReached).length;
  const skips = unreached === 0 ? '' : `skip  ${counted(unreached, 'check')}: ${notReached}\n`;
  const count = (status: CheckStatus) => checks.filter((check) => check.status === status).length;
  return `${skips}\n${resultOf(checks)}: ${count('ok')} passed, ${counted(count('warn'), 'warning')}, ${count('fail')} failed, ${count('skip')} skipped.\n${assignments(suggestions)}\nNext: ${next}\n`;
}

/** Returns whether the graph works, as far as that is known: where `clock` or `signature` fails, every call is rejected. */
function resultOf(checks: DoctorReport['checks']): string {
  const failed = checks.filter(({ status }) => status === 'fail').map(({ id }) => id);
  const isConnected = checks.some(({ id, status }) => id.startsWith('operation') && status === 'ok');
  if (!isConnected || failed.includes('clock') || failed.includes('signature'))
    return 'The graph does not work over this service as it is configured';
  return `The graph works over this service${failed.length === 0 ? '' : ', except for what the failed checks name'}`;
}

/** The lines are valid in `.env` and in a shell. */
function assignments(suggestions: SuggestedSettings): string {
  const lines = Object.entries(suggestions).map(([name, value]) => `  ${name}=${/^[\w./-]+$/.test(value) ? value : `'${value}'`}\n`);
  return lines.length === 0 ? '' : `Settings found so far:\n${lines.join('')}`;
}
