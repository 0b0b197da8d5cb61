/* The examination of an event service: whether the graph would work over it. */

import type { Config, ServiceAccount } from '../config/config.js';
import type { FactsByActivity } from '../records/activity-facts.js';
import type { ActivityId } from '../records/ids.js';
import { listAttendees, getFormFields } from '../service/endpoints.js';
import type { ComputeSignature } from '../service/transport/signing.js';
import {
  checkAddress,
  checkClock,
  checkConnection,
  checkEnvelope,
  checkHttp,
  checkTls,
  clockOffset,
  isTolerated,
  rejectionOf,
} from './check-connection.js';
import { attemptEndpoints, checkActivities, checkEndpoint, checkPageSize, checkRecords } from './check-service.js';
import {
  checkSignature,
  findSignature,
  isSigningFailure,
  searchResult,
  searchWarning,
  signerFailed,
  trialResult,
  wrongSignature,
  type TrialResult,
} from './check-signature.js';
import {
  checkedSections,
  checkIds,
  endpointsOfChecks,
  passed,
  skipped,
  type CheckResult,
  type DoctorReport,
  type SuggestedSettings,
} from './check.js';
import { createProbe, type Probe, type ProbeAttempt } from './probe.js';

export interface ExaminationOptions {
  readonly service: ServiceAccount;
  readonly settings: Config['service'];
  /** What is stated of activities. */
  readonly activities: FactsByActivity;
  readonly compute: ComputeSignature;
  /** The activity that is checked; the first of the settings unless it is named. */
  readonly activityId: ActivityId;
  readonly searchesSignature: boolean;
  readonly pause: (ms: number) => Promise<unknown>;
  /** Receives what is about to happen, for a terminal. */
  readonly onProgress: (text: string) => void;
  /** Receives warnings that must be read before the next step. */
  readonly onWarning: (text: string) => void;
  /** Receives each check as soon as it is known. */
  readonly onCheck: (check: CheckResult) => void;
}

/** Checks whether the graph would work over a service. Reads only; one attempt a check. */
export async function examine(options: ExaminationOptions): Promise<DoctorReport> {
  const probe = createProbe(options.service, options.settings, options.compute, options.activities);
  const examination = new Examination(options);
  try {
    await examination.run(probe);
  } finally {
    await probe.close();
  }
  return examination.report();
}

class Examination {
  readonly #checks: CheckResult[] = [];
  #suggestions: SuggestedSettings = {};

  constructor(private readonly options: ExaminationOptions) {}

  report(): DoctorReport {
    const { service, activityId } = this.options;
    const ok = this.#checks.every(({ status }) => status !== 'fail');
    return { ok, service: service.url, activityId: String(activityId), checks: this.#checks, suggestions: this.#suggestions };
  }

  async run(probe: Probe): Promise<void> {
    this.#add(passed('settings', 'The settings are well formed.'));
    if ((await this.#reachable()) && (await this.#connected(probe))) await this.#endpoints(probe);
    this.#skipRest();
  }

  /** Name, port and certificate. @returns whether a request can be sent */
  async #reachable(): Promise<boolean> {
    const { service, settings, onProgress } = this.options;
    const url = new URL(service.url);
    for (const check of [checkAddress, checkConnection, checkTls]) {
      onProgress(`Connecting to ${url.host}`);
      if (!this.#add(await check(url, settings.timeoutMs))) return false;
    }
    return true;
  }

  /** The first signed call. @returns whether the service accepts signed calls, perhaps by a rule that the search found */
  async #connected(probe: Probe): Promise<boolean> {
    const { activityId, compute, onProgress, settings } = this.options;
    const { clockOffsetSeconds } = settings;
    const attempt = (own: ComputeSignature) => probe.attempt(getFormFields, activityId, undefined, own);
    onProgress('Calling §4.1');
    let signed = await attempt(compute);
    const unsigned = isSigningFailure(signed);
    if (unsigned) signed = await attempt(() => '0'.repeat(32));
    if (!this.#add(checkHttp(signed)) || !this.#add(checkEnvelope(signed))) return false;
    const wrong = unsigned ? signed : await attempt(wrongSignature(compute));
    const offset = clockOffset(signed);
    const isRejected = rejectionOf(signed) !== null;
    let isByClock = false;
    const isTimeWrong = offset !== null && !isTolerated(offset, clockOffsetSeconds);
    if (isTimeWrong && Math.abs(offset) <= 86_400) {
      this.#suggestions = { ...this.#suggestions, EVENT_SERVICE_CLOCK_OFFSET_SECONDS: String(offset) };
    }
    if (isRejected && !unsigned && isTimeWrong) {
      probe.useTime(offset);
      isByClock = (await attempt(compute)).error === undefined;
    }
    this.#add(checkClock(offset, clockOffsetSeconds, isByClock ? 'by-clock' : isRejected ? 'rejected' : 'accepted'));
    if (this.#add(unsigned ? signerFailed() : checkSignature(signed, wrong, isByClock)) || isByClock) return true;
    return !unsigned && this.options.searchesSignature && (await this.#search(probe, attempt));
  }

  /** Tries common rules. The check stays failed: the settings have to change. */
  async #search(probe: Probe, attempt: (compute: ComputeSignature) => Promise<ProbeAttempt<unknown>>): Promise<boolean> {
    const { onWarning, onProgress, pause } = this.options;
    onWarning(searchWarning);
    let calls = 0;
    let end: TrialResult = 'rejected';
    const found = await findSignature(async (compute) => {
      onProgress(`Searching the signature rule: call ${(calls += 1)}`);
      return (end = trialResult(await attempt(compute)));
    }, pause);
    onWarning(searchResult(end, calls, this.options.settings.signature.signerModule !== null));
    if (found === null) return false;
    this.#suggestions = { ...this.#suggestions, ...found.suggestions };
    probe.use(found.compute);
    return true;
  }

  async #endpoints(probe: Probe): Promise<void> {
    const { service, settings, activityId, onProgress } = this.options;
    onProgress('Checking the activities');
    this.#add(await checkActivities(probe, service.activityIds));
    const attempts = await attemptEndpoints(probe, activityId, settings.maxPageSize, (section) => onProgress(`Calling §${section}`));
    for (const section of checkedSections) this.#add(checkEndpoint(section, attempts.get(section) ?? null));
    for (const section of checkedSections) {
      const attempt = attempts.get(section) ?? null;
      const usable = attempt !== null && attempt.error === undefined;
      this.#add(usable ? checkRecords(section, attempt) : skipped(`records §${section}`, 'The operation returned no records.'));
    }
    if (attempts.get(listAttendees.section)?.error !== undefined) return;
    onProgress(`Asking for a page of ${settings.maxPageSize}`);
    const { check, suggestion } = await checkPageSize(probe, activityId, settings.maxPageSize);
    if (suggestion !== null) this.#suggestions = { ...this.#suggestions, EVENT_SERVICE_MAX_PAGE_SIZE: suggestion };
    this.#add(check);
  }

  /** Adds the result of a check. @returns whether it is worth going on */
  #add(found: CheckResult): boolean {
    const endpoint = endpointsOfChecks.get(found.id);
    const check = endpoint === undefined ? found : { ...found, endpoint };
    this.#checks.push(check);
    this.options.onCheck(check);
    return check.status !== 'fail';
  }

  #skipRest(): void {
    const done = new Set(this.#checks.map(({ id }) => id));
    for (const id of checkIds) if (!done.has(id)) this.#add(skipped(id, 'An earlier check failed.'));
  }
}
