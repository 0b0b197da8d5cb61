/* The text that the doctor prints for people; `--json` prints the report instead. */

import { styleText } from 'node:util';
import { endpointsOfChecks, type CheckResult, type CheckStatus, type DoctorReport, type SuggestedSettings } from './check.js';

/** Output for people: lines for each check, and on a terminal the check in progress. */
export interface Terminal {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}

const colours: Readonly<Record<CheckStatus, 'green' | 'yellow' | 'red' | 'gray'>> = {
  ok: 'green',
  warn: 'yellow',
  fail: 'red',
  skip: 'gray',
};

const subjectWidth = Math.max(...[...endpointsOfChecks].map(([id, endpoint]) => `${id} ${endpoint}`.length));

/** Returns the line of a check: status, id, name of the endpoint, message; then the indented hint with the names of its settings. */
export function lineOf({ status, id, endpoint, message, hint, settings = [] }: CheckResult, coloured = false): string {
  const mark = status.padEnd(4);
  const subject = endpoint === undefined ? id : `${id} ${endpoint}`;
  const line = `${coloured ? styleText(colours[status], mark) : mark}  ${subject.padEnd(subjectWidth)}  ${message}\n`;
  const named = settings.filter((name) => !hint?.includes(name));
  const hints = hint === undefined || status === 'ok' ? [] : [hint, ...(named.length > 0 ? [`Settings: ${named.join(', ')}`] : [])];
  return line + hints.map((text) => `      ${text}\n`).join('');
}

/** Returns the summary below the checks, with settings that would work. */
export function summaryOf({ ok, checks, suggestions }: DoctorReport): string {
  const count = (status: CheckStatus) => checks.filter((check) => check.status === status).length;
  const found = 'EVENT_SERVICE_SIGNATURE_TEMPLATE' in suggestions;
  const withSettings = found ? ', and would accept its calls with the settings below' : '';
  const result = ok ? 'The graph works over this service' : `The graph does not work over this service as it is configured${withSettings}`;
  return `\n${result}: ${count('ok')} passed, ${count('warn')} warnings, ${count('fail')} failed, ${count('skip')} skipped.\n${assignments(suggestions)}`;
}

function assignments(suggestions: SuggestedSettings): string {
  const lines = Object.entries(suggestions).map(([name, value]) => `  ${name}=${value}\n`);
  return lines.length === 0 ? '' : `Settings that would work:\n${lines.join('')}`;
}

/** Shows the check in progress on a terminal, in one line that the next one replaces. Writes nothing elsewhere. */
export function createProgress(terminal: Terminal): { show(text: string): void; clear(): void } {
  if (terminal.isTTY !== true) return { show: () => {}, clear: () => {} };
  const clear = () => void terminal.write('\r\u001b[2K');
  return {
    clear,
    show: (text) => {
      clear();
      terminal.write(`${text} …`);
    },
  };
}
