/* The report of the doctor: its checks and their ids in order, and which endpoints it attempts, with which input. */

import { UpstreamRejectedError } from '../records/errors.js';
import type { ServiceId } from '../records/ids.js';
import { type Endpoint, endpoints, type Endpoints, type InputOf, type WholeListName } from '../service/endpoints.js';

/** The values that the inputs are made from. */
export interface SampleFacts {
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

export interface AttemptedEndpoint {
  readonly endpoint: Endpoint<unknown, unknown>;
  readonly inputFrom: (facts: SampleFacts) => unknown;
}

/** The endpoints that the doctor attempts, in the order of endpoints.ts and of its report. */
export const attemptedEndpoints: readonly AttemptedEndpoint[] = Object.entries(endpoints).flatMap(([name, endpoint]) => {
  const inputFrom = name in inputs ? inputs[name as keyof typeof inputs] : () => undefined;
  return inputFrom === null ? [] : [{ endpoint: endpoint as Endpoint<unknown, unknown>, inputFrom }];
});

/** The result of one check. `skip`: an earlier failure makes it pointless, or there is nothing to check. */
export type CheckStatus = 'ok' | 'warn' | 'fail' | 'skip';

/** The result of one check. It contains names, types, counts and positions; never a value of a record, a key or a signature. */
export interface CheckResult {
  readonly id: string;
  /** Name of the endpoint, where the check is about one. */
  readonly endpoint?: string;
  readonly status: CheckStatus;
  readonly message: string;
  /** The advice, where something is wrong. */
  readonly hint?: string;
  /** The settings that the hint is about. */
  readonly settings?: readonly string[];
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Settings with values that would work, by name. */
export type SuggestedSettings = Readonly<Record<string, string>>;

/** The object that `event-graph doctor --json` prints. */
export interface DoctorReport {
  /** Whether no check failed. */
  readonly ok: boolean;
  /** Base address of the service that was checked. */
  readonly service: string;
  readonly activityId: string;
  readonly checks: readonly CheckResult[];
  readonly suggestions: SuggestedSettings;
  /** What the operator does next, as a sentence or a command. */
  readonly next: string;
}

/** How an operator runs the doctor or its search in a clone. The search begins with the first rule or a later one. */
const doctorCommand = 'npm run doctor';
export const searchCommand = 'npm run doctor -- --find-signature';
export const commandFrom = (rule: number): string => `npm run doctor -- --from-rule ${rule}`;

/** The sections of the interface whose endpoints are attempted. */
export const checkedSections: readonly string[] = attemptedEndpoints.map(({ endpoint }) => endpoint.section);

const endpointChecks = (kind: 'operation' | 'records') =>
  attemptedEndpoints.map(({ endpoint: { section, name } }): [id: string, endpoint: string] => [`${kind} §${section}`, name]);

/** The names of the endpoints that checks are about, by the ids of these checks. */
export const endpointsOfChecks: ReadonlyMap<string, string> = new Map([...endpointChecks('operation'), ...endpointChecks('records')]);

/** The id of every check, in the order in which they run and are reported. */
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

export const passed = (id: string, message: string, details?: CheckResult['details']): CheckResult => ({
  id,
  status: 'ok',
  message,
  ...(details && { details }),
});

export const skipped = (id: string, message: string): CheckResult => ({ id, status: 'skip', message });

/** The message of a check that an earlier failure makes pointless. */
export const notReached = 'An earlier check failed.';

/** What the operator does next. @param afterSearch what a search without a result asks for */
export function nextStep(checks: readonly CheckResult[], suggestions: SuggestedSettings, afterSearch: string | null): string {
  if (afterSearch !== null) return afterSearch;
  const failed = checks.filter(({ status }) => status === 'fail').map(({ id }) => id);
  const isSignature = failed.includes('signature') && checks.some(({ id, message }) => id === 'activities' && message === notReached);
  const isOffset = 'EVENT_SERVICE_CLOCK_OFFSET_SECONDS' in suggestions;
  if (isSignature) return `${searchCommand}${isOffset ? ' (it applies the offset of the clock by itself)' : ''}`;
  if (Object.keys(suggestions).length > 0) return `copy these settings to .env, then run ${doctorCommand} again`;
  return failed.length > 0 ? `follow the hint of "${failed[0]}", then run ${doctorCommand} again` : 'npm start';
}

/** What went wrong in a call, with the service's own message if it has rejected it. */
export function problemOf(error: unknown): string {
  if (error instanceof UpstreamRejectedError) return `the service rejects the call: ${error.serviceMessage || '(no message)'}`;
  return error instanceof Error ? error.message : 'the call failed in an unexpected way';
}

/** Returns a number with its noun. */
export const counted = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`;
