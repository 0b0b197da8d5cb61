/* The examination of an event service: whether the graph would work over it. */

import type { Config, ServiceAccount } from '../config/config.js';
import type { FactsByActivity } from '../records/activity-facts.js';
import type { ActivityId } from '../records/ids.js';
import { getAttendee, getFormFields, listAttendees, pageWithIds } from '../service/endpoints.js';
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
import {
  attemptEndpoints,
  checkActivities,
  checkEndpoint,
  checkIds,
  checkPageSize,
  checkRecords,
  checkUnknownAttendee,
  knownIds,
} from './check-service.js';
import {
  afterSearch,
  checkSignature,
  computeBy,
  findSignature,
  isSigningFailure,
  searchResult,
  searchWarning,
  settingsOf,
  signerFailed,
  wrongSignature,
} from './check-signature.js';
import {
  allIds,
  checkedSections,
  endpointsOfChecks,
  nextStep,
  notReached,
  passed,
  skipped,
  type CheckResult,
  type DoctorReport,
  type SuggestedSettings,
} from './check.js';
import { createProbe, patternOf, type Probe } from './probe.js';

export interface ExaminationOptions {
  readonly service: ServiceAccount;
  readonly settings: Config['service'];
  /** What is stated of activities. */
  readonly activities: FactsByActivity;
  readonly compute: ComputeSignature;
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

/** Checks whether the graph would work over a service. Reads only; one attempt a check, unless the service limits the rate of calls. */
export async function examine(options: ExaminationOptions): Promise<DoctorReport> {
  const onWait = (ms: number) =>
    options.onWarning(
      `The service limits the rate of calls. The doctor waits ${Math.ceil(ms / 1000)} s, and calls less often from now on.`,
    );
  const examination = new Examination(options);
  const onBusy = (message: string) => {
    options.onWarning(`The service probably limits the rate of calls: ${message}. The doctor calls less often from now on.`);
    examination.suggest({ EVENT_SERVICE_BUSY_PATTERN: patternOf(message) });
  };
  const pauses = { pause: options.pause, onWait, onBusy };
  const probe = createProbe(options.service, options.settings, options.compute, options.activities, pauses);
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
  #afterSearch: string | null = null;

  constructor(private readonly options: ExaminationOptions) {}

  report(): DoctorReport {
    const { service, activityId } = this.options;
    const ok = this.#checks.every(({ status }) => status !== 'fail');
    const suggestions = this.#suggestions;
    const next = nextStep(this.#checks, suggestions, this.#afterSearch);
    return { ok, service: service.url, activityId: String(activityId), checks: this.#checks, suggestions, next };
  }

  async run(probe: Probe): Promise<void> {
    this.#add(checkSettings(this.options.lateVariables));
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
    let wrong = unsigned ? signed : await attempt(wrongSignature(compute));
    const offset = clockOffset(signed);
    const isRejected = rejectionOf(signed) !== null;
    let isByClock = false;
    const isTimeWrong = offset !== null && !isTolerated(offset, clockOffsetSeconds);
    if (isTimeWrong && Math.abs(offset) <= 86_400) {
      this.suggest({ EVENT_SERVICE_CLOCK_OFFSET_SECONDS: String(offset) });
    }
    if (isRejected && !unsigned && isTimeWrong) {
      probe.useTime(offset);
      const inTime = await attempt(compute);
      isByClock = inTime.error === undefined;
      // The clock is not the only cause. The messages of calls in time show the other one.
      if (!isByClock) [signed, wrong] = [inTime, await attempt(wrongSignature(compute))];
    }
    this.#add(checkClock(offset, clockOffsetSeconds, isByClock ? 'by-clock' : isRejected ? 'rejected' : 'accepted'));
    if (this.#add(unsigned ? signerFailed() : checkSignature(signed, wrong, isByClock)) || isByClock) return true;
    const usual = rejectionOf(wrong);
    return !unsigned && this.options.searchFrom !== null && usual !== null && (await this.#search(probe, this.options.searchFrom, usual));
  }

  /** Tries common rules. The check stays failed: the settings have to change. @param usual the rejection of a wrong signature */
  async #search(probe: Probe, from: number, usual: string): Promise<boolean> {
    const { onWarning, onProgress, pause, activityId, settings } = this.options;
    onWarning(searchWarning(from));
    let calls = 0;
    const attempt = (compute: ComputeSignature) => {
      onProgress(`Searching the signature rule: call ${(calls += 1)}`);
      return probe.once(getFormFields, activityId, undefined, compute);
    };
    const search = await findSignature(attempt, pause, from, usual);
    onWarning(searchResult(search, settings.signature.signerModule !== null));
    this.#afterSearch = afterSearch(search);
    if (search.found === null) return false;
    this.suggest(settingsOf(search.found));
    probe.use(computeBy(search.found));
    return true;
  }

  async #endpoints(probe: Probe): Promise<void> {
    const { service, settings, activityId, onProgress } = this.options;
    onProgress('Checking the activities');
    this.#add(await checkActivities(probe, service.activityIds));
    const attempts = await attemptEndpoints(probe, activityId, settings.maxPageSize, (section) => onProgress(`Calling §${section}`));
    const isListed = attempts.get(listAttendees.section)?.error === undefined;
    const unknown = await this.#unknownAttendee(probe, attempts.get(getAttendee.section)?.error === undefined);
    for (const section of checkedSections) {
      const check = checkEndpoint(section, attempts.get(section) ?? null, isListed);
      this.#add(check.status === 'ok' && check.id === unknown?.id ? unknown : check);
    }
    for (const section of checkedSections) {
      const attempt = attempts.get(section) ?? null;
      const usable = attempt !== null && attempt.error === undefined;
      const isZoneTold = 'ACTIVITIES_FILE' in this.#suggestions;
      const check = usable ? checkRecords(section, activityId, attempt, isZoneTold) : skipped(`records §${section}`, notReached);
      if (check.settings?.includes('ACTIVITIES_FILE')) this.suggest({ ACTIVITIES_FILE: './activities.json' });
      this.#add(check);
    }
    if (!isListed) return;
    onProgress(`Asking for a page of ${settings.maxPageSize}`);
    const page = await probe.attempt(listAttendees, activityId, { page: 1, pageSize: settings.maxPageSize });
    const ids = knownIds(page).slice(0, settings.maxIds);
    if (ids.length > 0) onProgress(`Asking for ${ids.length} attendees by id`);
    const byIds = ids.length === 0 ? null : await probe.attempt(listAttendees, activityId, pageWithIds(ids));
    for (const { check, suggestions = {} } of [checkIds(ids, byIds, page.error === undefined), checkPageSize(page, settings.maxPageSize)]) {
      this.suggest(suggestions);
      this.#add(check);
    }
  }

  /** Looks up a mobile number of no attendee, unless it is stated how the service rejects it. */
  async #unknownAttendee(probe: Probe, isWorking: boolean): Promise<CheckResult | null> {
    const { activityId, settings } = this.options;
    if (!isWorking || settings.notFoundPattern !== null) return null;
    const finding = checkUnknownAttendee(await probe.attempt(getAttendee, activityId, { mobile: '0' }));
    this.suggest(finding?.suggestions ?? {});
    return finding?.check ?? null;
  }

  suggest(settings: SuggestedSettings): void {
    this.#suggestions = { ...this.#suggestions, ...settings };
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
    for (const id of allIds) if (!done.has(id)) this.#add(skipped(id, notReached));
  }
}

function checkSettings(lateVariables: readonly string[]): CheckResult {
  if (lateVariables.length === 0) return passed('settings', 'The settings are well formed.');
  return {
    id: 'settings',
    status: 'warn',
    message: `${lateVariables.join(', ')} has no effect in .env: Node reads it before the program reads .env.`,
    hint: 'Set it in the environment of the process: in the unit, the container or the shell.',
    settings: lateVariables,
  };
}
