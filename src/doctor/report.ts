/* The report of the doctor: its checks and their ids in order, and which endpoints it attempts, with which input. */

import type { Config, ServiceAccount } from '../config/config.js';
import { settingNames } from '../config/settings.js';
import type { FactsByActivity } from '../records/activity-facts.js';
import { systemCode } from '../records/attempt-outcome.js';
import { UpstreamError, UpstreamInvalidResponseError, UpstreamRejectedError } from '../records/errors.js';
import type { ActivityId, ServiceId } from '../records/ids.js';
import { type Endpoint, endpoints, type Endpoints, type InputOf, type WholeListName } from '../service/endpoints.js';

export interface ExaminationOptions {
  readonly service: ServiceAccount;
  readonly settings: Config['service'];
  /** The facts of activities that the settings state. */
  readonly activityFacts: FactsByActivity;
  /** The activity that is checked; the first of the settings unless it is named. */
  readonly activityId: ActivityId;
  /** Where the search for the signature's rule begins, from 1 on; null for none. */
  readonly searchFrom: number | null;
  /** Variables that only `.env` states, where they have no effect: Node reads them before. */
  readonly lateVariables: readonly string[];
  readonly pause: (ms: number) => Promise<unknown>;
  /** Receives what is about to happen, for a terminal. */
  readonly onProgress: (text: string) => void;
  /** Receives warnings that must be read before the next step. */
  readonly onWarning: (text: string) => void;
  /** Receives each check as soon as it is known. */
  readonly onCheck: (check: CheckResult) => void;
}

/** The values that the inputs are made from. */
interface SampleFacts {
  readonly pageSize: number;
  /** An attendee of the page that was read; null if it has none. */
  readonly attendeeId: ServiceId | null;
}

/**
 * The input with which the doctor attempts an endpoint. A function returns null if there is nothing to read. A row that is null means that
 * the endpoint is never attempted. A new endpoint of endpoints.ts does not compile without a row, unless it lists content and has no input.
 */
const inputs: { readonly [Name in Exclude<keyof Endpoints, WholeListName>]: ((facts: SampleFacts) => InputOf<Name> | null) | null } = {
  addAttendees: null, // It writes.
  listAttendees: ({ pageSize }) => ({ page: 1, pageSize }),
  getAttendee: ({ attendeeId }) => (attendeeId === null ? null : { id: attendeeId }),
  lookUpCheckIn: null, // It needs the token of a check-in point.
  listCategories: () => ({}),
  listGoods: () => ({}),
  ssoLogin: null, // It may write.
};

interface AttemptedEndpoint {
  readonly endpoint: Endpoint<unknown, unknown>;
  readonly inputFrom: (facts: SampleFacts) => unknown;
}

/** The endpoints that the doctor attempts, in the order of endpoints.ts and of its report. */
export const attemptedEndpoints: readonly AttemptedEndpoint[] = Object.entries(endpoints).flatMap(([name, endpoint]) => {
  const inputFrom = name in inputs ? inputs[name as keyof typeof inputs] : () => undefined;
  return inputFrom === null ? [] : [{ endpoint: endpoint as Endpoint<unknown, unknown>, inputFrom }];
});

/** The sections of the interface whose endpoints are attempted. */
export const checkedSections: readonly string[] = attemptedEndpoints.map(({ endpoint }) => endpoint.section);

/** The names of the endpoints that checks are about, by the ids of these checks. */
export const endpointsOfChecks: ReadonlyMap<string, string> = new Map(
  ['operation', 'records'].flatMap((kind) =>
    attemptedEndpoints.map(({ endpoint: { section, name } }): [id: string, endpoint: string] => [`${kind} §${section}`, name]),
  ),
);

/** The id of every check, in the order in which they are reported. */
export const allIds: readonly string[] = [
  'settings',
  'address',
  'connection',
  'tls',
  'http',
  'envelope',
  'clock',
  'signature',
  'activities',
  ...endpointsOfChecks.keys(),
  'ids',
  'page-size',
];

/** How a check ended. `skip`: an earlier failure makes it pointless, or there is nothing to check. */
export type CheckStatus = 'ok' | 'warn' | 'fail' | 'skip';

/** What a check finds. It contains names, types, counts and positions; never a value of a record, a key or a signature. */
export interface Finding extends Evidence {
  readonly status: CheckStatus;
  readonly message: string;
  /** The advice, where something is wrong. */
  readonly hint?: string;
}

/** What a finding may have besides its words. */
interface Evidence {
  readonly details?: Readonly<Record<string, unknown>>;
  /** Settings with which the check passes. */
  readonly suggestions?: SuggestedSettings;
  /** The operator's next step, where it does not follow from the checks. */
  readonly next?: string;
}

/** Settings with values that would work, by name. */
export type SuggestedSettings = Readonly<Record<string, string>>;

export const passed = (message: string, details?: Evidence['details']): Finding => ({ status: 'ok', message, ...(details && { details }) });
export const skipped = (message: string): Finding => ({ status: 'skip', message });
export const warned = (message: string, hint: string, evidence: Evidence = {}): Finding => ({ status: 'warn', message, hint, ...evidence });
export const failed = (message: string, hint: string, evidence: Evidence = {}): Finding => ({
  ...warned(message, hint, evidence),
  status: 'fail',
});

/** The message of a check that an earlier failure makes pointless. */
export const notReached = 'An earlier check failed.';

/** A check as it is reported. */
export interface CheckResult extends Omit<Finding, 'suggestions' | 'next'> {
  readonly id: string;
  /** Name of the endpoint, where the check is about one. */
  readonly endpoint?: string;
  /** The settings that the hint names. */
  readonly settings?: readonly string[];
}

/** The object that `event-graph doctor --json` prints. */
export interface DoctorReport {
  /** Whether no check failed. */
  readonly ok: boolean;
  /** Base address of the service that was checked. */
  readonly service: string;
  readonly activityId: string;
  readonly checks: readonly CheckResult[];
  readonly suggestions: SuggestedSettings;
  /** The operator's next step, as a sentence or a command. */
  readonly next: string;
}

/** The report while it is made. */
export class Report {
  /** Every check, skipped until it is added. */
  readonly #checks = new Map<string, CheckResult>(allIds.map((id) => [id, checkOf(id, skipped(notReached))]));
  #suggestions: SuggestedSettings = {};
  /** The operator's next step; null if it follows from the checks. */
  next: string | null = null;

  constructor(private readonly onCheck: (check: CheckResult) => void) {}

  suggest(settings: SuggestedSettings): void {
    this.#suggestions = { ...this.#suggestions, ...settings };
  }

  /** Adds a check. @returns whether it is worth going on */
  add(id: string, { suggestions = {}, next, ...outcome }: Finding): boolean {
    this.suggest(suggestions);
    if (next !== undefined) this.next = next;
    const check = checkOf(id, outcome);
    this.#checks.set(id, check);
    this.onCheck(check);
    return check.status !== 'fail';
  }

  complete(service: string, activityId: ActivityId): DoctorReport {
    const checks = [...this.#checks.values()];
    const wrong = checks.find(({ status }) => status === 'fail');
    const suggestions = this.#suggestions;
    let next = wrong ? `follow the hint of "${wrong.id}", then run the doctor again` : 'start Event Graph';
    if (Object.keys(suggestions).length > 0) next = 'copy these settings to .env, then run the doctor again';
    return { ok: !wrong, service, activityId: String(activityId), checks, suggestions, next: this.next ?? next };
  }
}

function checkOf(id: string, outcome: Finding): CheckResult {
  const endpoint = endpointsOfChecks.get(id);
  const settings = settingNames.filter((name) => outcome.hint?.match(new RegExp(`\\b${name}\\b`)));
  return { id, ...(endpoint && { endpoint }), ...outcome, ...(settings.length > 0 && { settings }) };
}

/** Returns why a call failed, with the service's own message if it has rejected it. */
export function problemOf(error: unknown): string {
  if (error instanceof UpstreamRejectedError) return `the service rejects the call: ${error.serviceMessage || '(no message)'}`;
  let text = error instanceof Error ? error.message : 'the call failed in an unexpected way';
  // Its own message is for clients: it refers them to the operator.
  if (error instanceof UpstreamInvalidResponseError) text = `the reply is invalid: expected ${error.expected} at ${error.path}`;
  const { status = 200, location } = (error instanceof UpstreamError && error.reply) || {};
  const reason = status === 200 ? systemCode(error) : `HTTP status ${status}${location === undefined ? '' : ` to ${location}`}`;
  return reason === null ? text : `${text} (${reason})`;
}

/** Returns a number with its noun. */
export const counted = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`;
