/* The examination of an event service: whether the graph would work over it. */

import { loadSignatureFunction } from '../program/connect-to-service.js';
import { getFormFields, listAttendees } from '../service/endpoints.js';
import { templateSignature } from '../service/transport/signing.js';
import * as connection from './check-connection.js';
import * as service from './check-service.js';
import * as signature from './check-signature.js';
import * as search from './find-signature.js';
import { Probe } from './probe.js';
import { checkedSections, passed, Report, warned, type DoctorReport, type ExaminationOptions } from './report.js';

/**
 * Checks whether the graph would work over a service, by calls that only read. The checks from `address` to `clock` judge the first of
 * them.
 */
export async function examine(options: ExaminationOptions): Promise<DoctorReport> {
  const report = new Report(options.onCheck);
  const probe = new Probe(options, await loadSignatureFunction(options.settings.signature));
  try {
    checkSettings(options, report);
    if (await acceptsCalls(options, report, probe)) await checkEndpoints(options, report, probe);
  } finally {
    await probe.close();
  }
  return report.complete(options.service.url, options.activityId);
}

function checkSettings({ lateVariables }: ExaminationOptions, report: Report): void {
  const message = `${lateVariables.join(', ')} has no effect in .env: Node reads it before the program reads .env.`;
  const hint = 'Set it in the environment of the process: in the unit, the container or the shell.';
  report.add('settings', lateVariables.length === 0 ? passed('The settings are well formed.') : warned(message, hint));
}

/** The first signed calls. @returns whether the service accepts them, perhaps by a rule that the search found, or with its own time */
async function acceptsCalls(options: ExaminationOptions, report: Report, probe: Probe): Promise<boolean> {
  const { activityId, onProgress, settings, searchFrom } = options;
  const { clockOffsetSeconds } = settings;
  const attempt = (compute = probe.compute) => probe.attempt(getFormFields, activityId, undefined, compute);
  onProgress('Calling §4.1');
  let signed = await attempt();
  const isUnsigned = signature.isSigningFailure(signed);
  if (isUnsigned) signed = await attempt(() => '0'.repeat(32));
  const url = new URL(options.service.url);
  const unsent = connection.whyUnsent(signed);
  const isService =
    report.add('address', connection.checkAddress(url, unsent)) &&
    report.add('connection', connection.checkConnection(url, unsent)) &&
    report.add('tls', connection.checkTls(url, unsent)) &&
    report.add('http', connection.checkHttp(signed)) &&
    report.add('envelope', connection.checkEnvelope(signed));
  if (!isService) return false;
  const offset = connection.clockOffset(signed);
  const isRejected = !isUnsigned && connection.rejectionOf(signed) !== null;
  const other = isRejected ? connection.otherOffset(offset, clockOffsetSeconds) : null;
  if (other !== null) {
    probe.offsetSeconds = other;
    signed = await attempt();
  }
  report.add('clock', connection.checkClock(offset, clockOffsetSeconds, other === null ? null : signed));
  if (isUnsigned) return report.add('signature', signature.signerFailed());
  const wrong = await attempt(signature.wrongSignature(probe.compute));
  if (report.add('signature', signature.checkSignature(signed, wrong))) return true;
  const rejectionOfWrong = signature.isMissing(signed) ? null : connection.rejectionOf(wrong);
  return searchFrom !== null && rejectionOfWrong !== null && (await findsSignature(options, report, probe, searchFrom, rejectionOfWrong));
}

/** Tries common rules. The check stays failed: the settings have to change. @param rejectionOfWrong how a wrong signature is rejected */
async function findsSignature(
  options: ExaminationOptions,
  report: Report,
  probe: Probe,
  from: number,
  rejectionOfWrong: string,
): Promise<boolean> {
  const { onWarning, settings } = options;
  onWarning(search.searchWarning(from));
  const { found, result, next } = await search.findSignature(probe, options, from, rejectionOfWrong);
  onWarning(result);
  report.next = next;
  if (found === null) return false;
  if (settings.signature.signerModule !== null) onWarning('Remove EVENT_SERVICE_SIGNER_MODULE: it takes precedence over the template.');
  const isOffsetSet = probe.offsetSeconds === settings.clockOffsetSeconds;
  report.suggest({ ...search.settingsOf(found), ...(!isOffsetSet && connection.offsetSetting(probe.offsetSeconds)) });
  probe.compute = templateSignature(found);
  return true;
}

async function checkEndpoints(options: ExaminationOptions, report: Report, probe: Probe): Promise<void> {
  const { settings, activityId, onProgress } = options;
  const { maxPageSize } = settings;
  onProgress('Checking the activities');
  report.add('activities', await service.checkActivities(probe, options.service.activityIds));
  const attempts = await service.attemptEndpoints(probe, activityId, maxPageSize, onProgress);
  const isListed = attempts.get(listAttendees.section)?.error === undefined;
  for (const section of checkedSections) {
    const attempt = attempts.get(section);
    if (attempt) report.add(`operation §${section}`, service.checkEndpoint(attempt));
    else if (isListed) report.add(`operation §${section}`, service.noKnownId);
  }
  for (const [section, attempt] of attempts)
    if (attempt.error === undefined) report.add(`records §${section}`, service.checkRecords(section, activityId, attempt));
  if (!isListed) return;
  onProgress(`Asking for a page of ${maxPageSize}, and for attendees by id`);
  const page = await probe.attempt(listAttendees, activityId, { page: 1, pageSize: maxPageSize });
  const known = service.knownIds(page);
  // Without the first one, because a service that ignores ids sends the beginning of the page.
  const ids = known.slice(known.length > 1 ? 1 : 0).slice(0, settings.maxIds);
  if (ids.length > 0) {
    const byIds = await probe.attempt(listAttendees, activityId, { ids, page: 1, pageSize: ids.length });
    report.add('ids', service.checkIds(ids, byIds));
  } else if (page.error === undefined) report.add('ids', service.noKnownId);
  const half = Math.floor(Math.min(known.length, maxPageSize) / 2);
  const second = half > 1 ? await probe.attempt(listAttendees, activityId, { page: 2, pageSize: half }) : null;
  const isContinued = second === null || service.isSecondHalf(second, half, known);
  report.add('page-size', service.checkPageSize(page, maxPageSize, isContinued));
}
