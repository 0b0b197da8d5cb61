/* The report of the doctor: its checks, and their ids in order. */

import { attemptedEndpoints } from './attempted-endpoints.js';

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
}

/** How an operator runs the search, in a clone. */
export const searchCommand = 'npm run doctor -- --find-signature';

/** The sections of the interface whose endpoints are attempted. */
export const checkedSections: readonly string[] = attemptedEndpoints.map(({ endpoint }) => endpoint.section);

const endpointChecks = (kind: 'operation' | 'records') =>
  attemptedEndpoints.map(({ endpoint: { section, name } }): [id: string, endpoint: string] => [`${kind} §${section}`, name]);

/** The names of the endpoints that checks are about, by the ids of these checks. */
export const endpointsOfChecks: ReadonlyMap<string, string> = new Map([...endpointChecks('operation'), ...endpointChecks('records')]);

/** The id of every check, in the order in which they run and are reported. */
export const checkIds: readonly string[] = [
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
  'page-size',
];

export const passed = (id: string, message: string, details?: CheckResult['details']): CheckResult => ({
  id,
  status: 'ok',
  message,
  ...(details && { details }),
});

export const skipped = (id: string, message: string): CheckResult => ({ id, status: 'skip', message });

/** Returns a number with its noun. */
export const counted = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`;
