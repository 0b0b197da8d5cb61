/* The checks of what the service serves: activities, each endpoint, its records, and the size of a page. */

import { JsonNumber } from '../primitives/json.js';
import { systemCode } from '../records/call-outcome.js';
import { UpstreamRejectedError, EventGraphError, UpstreamInvalidResponseError } from '../records/errors.js';
import type { ActivityId, ServiceId } from '../records/ids.js';
import type { WireRecord } from '../records/record.js';
import { documentedFields } from '../service/comparison/documented-fields.generated.js';
import { readEverything } from '../service/comparison/read-everything.js';
import { getAttendee, getFormFields, listAttendees } from '../service/endpoints.js';
import type { AttendeePage } from '../service/replies.js';
import { notReached, passed, type CheckResult, skipped, counted, attemptedEndpoints, problemOf, type SuggestedSettings } from './check.js';
import { patternOf, type Probe, type ProbeAttempt } from './probe.js';

/** Checks that the service accepts each activity of the settings (§4.1). */
export async function checkActivities(probe: Probe, activityIds: readonly ActivityId[]): Promise<CheckResult> {
  const rejected: string[] = [];
  const failed: string[] = [];
  const messages = new Set<string>();
  for (const activityId of activityIds) {
    const { error } = await probe.attempt(getFormFields, activityId, undefined);
    if (error !== undefined) (error instanceof UpstreamRejectedError ? rejected : failed).push(String(activityId));
    if (error instanceof UpstreamRejectedError) messages.add(error.serviceMessage || '(no message)');
  }
  if (rejected.length > 0)
    return failedCheck(
      `The service does not accept the ${named(rejected)}: ${[...messages].join('; ')}`,
      'Check the numbers, and whether the key belongs to the organiser of these activities.',
      { rejected, ...(failed.length > 0 && { failed }) },
    );
  if (failed.length > 0)
    return failedCheck(
      `Whether the service accepts the ${named(failed)} is not known: the call failed.`,
      'Run this again. If the call fails again, ask the operator of the service.',
      { failed },
    );
  return passed('activities', `The service accepts ${activityIds.length === 1 ? 'the activity' : `all ${activityIds.length} activities`}.`);
}

const failedCheck = (message: string, hint: string, details: CheckResult['details'] & {}): CheckResult => ({
  id: 'activities',
  status: 'fail',
  message,
  hint,
  settings: ['EVENT_SERVICE_ACTIVITY_IDS'],
  details,
});

const named = (ids: readonly string[]): string => `${ids.length === 1 ? 'activity' : 'activities'} ${ids.join(', ')}`;

/** One attempt of each endpoint that is attempted, by its section; null for §4.4 where there is no attendee to look up. */
export type AttemptsBySection = ReadonlyMap<string, ProbeAttempt<unknown> | null>;

/** Attendees of one page: enough records to contain most of the variants that the service sends. */
const samplePageSize = 20;

/** Attempts the endpoints. @param onStart is called with the section before its endpoint is attempted */
export async function attemptEndpoints(
  probe: Probe,
  activityId: ActivityId,
  maxPageSize: number,
  onStart: (section: string) => void,
): Promise<AttemptsBySection> {
  const attempts = new Map<string, ProbeAttempt<unknown> | null>();
  const pageSize = Math.min(samplePageSize, maxPageSize);
  for (const { endpoint, inputFrom } of attemptedEndpoints) {
    const page = attempts.get(listAttendees.section) as ProbeAttempt<AttendeePage> | undefined;
    const input = inputFrom({ pageSize, attendeeId: (page && knownIds(page)[0]) ?? null });
    if (input !== null) onStart(endpoint.section);
    attempts.set(endpoint.section, input === null ? null : await probe.attempt(endpoint, activityId, input));
  }
  return attempts;
}

/** Checks that an endpoint succeeds. @param isListed whether attendees could be listed */
export function checkEndpoint(section: string, attempt: ProbeAttempt<unknown> | null, isListed: boolean): CheckResult {
  const id = `operation §${section}`;
  if (attempt === null) return skipped(id, isListed ? 'The activity has no attendee to look up.' : notReached);
  const { error, reply, milliseconds } = attempt;
  if (error === undefined && attempt.busyMessage !== undefined) {
    const hint =
      'Probably it limits the rate of calls. If the message says so, take over EVENT_SERVICE_BUSY_PATTERN, and set RATE_LIMIT below its limit.';
    return { id, status: 'warn', message: `The service rejected the call, and accepted it later: ${attempt.busyMessage}`, hint };
  }
  if (error === undefined) return passed(id, `The operation succeeds in ${milliseconds} ms.`, { milliseconds });
  const details = {
    milliseconds,
    ...(reply && { status: reply.status }),
    ...(error instanceof EventGraphError && { code: error.code }),
    ...(error instanceof UpstreamInvalidResponseError && { path: error.path }),
    ...(reply === null && systemCode(error) !== null && { cause: systemCode(error) }),
  };
  const hint =
    error instanceof UpstreamRejectedError
      ? `Ask the operator of the service whether the key may use this operation. If the message means too many calls, set EVENT_SERVICE_BUSY_PATTERN='${patternOf(error.serviceMessage)}'.`
      : 'The fields of the graph that need this operation return errors; the others work.';
  return { id, status: 'fail', message: `The operation fails: ${problemOf(error)}`, hint, details };
}

/** Checks how the look-up of an attendee that does not exist ends. @returns null if the graph shows null for it */
export function checkUnknownAttendee({ error }: ProbeAttempt<unknown>): Finding | null {
  const pattern = error instanceof UpstreamRejectedError ? patternOf(error.serviceMessage) : '';
  if (pattern === '') return null;
  const check: CheckResult = {
    id: `operation §${getAttendee.section}`,
    status: 'warn',
    message: `The operation succeeds, but rejects a mobile number that nobody has: ${problemOf(error)}`,
    hint: 'If the message means "not found", take over EVENT_SERVICE_NOT_FOUND_PATTERN: such a look-up is null instead of an error.',
  };
  return { check, suggestions: { EVENT_SERVICE_NOT_FOUND_PATTERN: pattern } };
}

/** The largest number of positions or names in a list of `details`. */
const maxListed = 20;

/** Compares the records of an endpoint that succeeded with the interface (§2). @param isZoneTold whether the hint of an earlier check has named ACTIVITIES_FILE */
export function checkRecords(section: string, activityId: ActivityId, { output }: ProbeAttempt<unknown>, isZoneTold: boolean): CheckResult {
  const id = `records §${section}`;
  const { records, errors } = readEverything(output);
  if (records.length === 0) return skipped(id, 'There are no records.');
  const broken = [...new Set(errors.map(({ path }) => path))].slice(0, maxListed);
  const { missing, unknown } = comparedNames(section, records);
  const details = {
    records: records.length,
    ...ifNotEmpty('broken', broken),
    ...ifNotEmpty('missing', missing),
    ...ifNotEmpty('unknown', unknown),
  };
  if (broken.length > 0) {
    const places = `${broken.length === maxListed ? 'at least ' : ''}${counted(broken.length, 'place')}`;
    const message = `Values break the interface in ${places}, where the graph reports UPSTREAM_INVALID_RESPONSE: ${firstFive(broken)}`;
    const areTimes = errors.filter(({ expected }) => expected.includes('ACTIVITIES_FILE')).length;
    const report = areTimes < errors.length ? ' Report other positions to the operator of the service; other fields are served.' : '';
    if (areTimes === 0) return { id, status: 'fail', message, hint: report.trim().replace('other positions', 'the positions'), details };
    const zone = `Times are text. Write {"${activityId}":{"timeZone":"Asia/Shanghai"}}, with your own time zone (here an example) for each activity, to the file that ACTIVITIES_FILE names.`;
    const hint = `${isZoneTold ? 'Times are text: see above.' : zone}${report}`;
    return { id, status: 'fail', message, hint, settings: ['ACTIVITIES_FILE'], details };
  }
  const compared = counted(records.length, 'record');
  if (missing.length === 0 && unknown.length === 0) return passed(id, `${compared} as documented.`, details);
  const found = [
    ...(missing.length > 0 ? [`${counted(missing.length, 'documented field')} in none of them: ${firstFive(missing)}`] : []),
    ...(unknown.length > 0
      ? [`${counted(unknown.length, 'undocumented field')}: ${firstFive(unknown.map(({ name, type }) => `${name} (${type})`))}`]
      : []),
  ];
  const hint = 'Missing fields are null or an error in the graph. Undocumented ones are ignored.';
  return { id, status: 'warn', message: `${compared}; ${found.join('; ')}.`, hint, details };
}

function comparedNames(section: string, records: readonly WireRecord[]) {
  const documented = documentedFields[section] ?? [];
  const types = new Map<string, string>();
  for (const record of records) {
    for (const [name, value] of record.rawMembers()) if (!types.has(name) || types.get(name) === 'null') types.set(name, jsonType(value));
  }
  return {
    missing: documented.filter((name) => !types.has(name)),
    unknown: [...types]
      .filter(([name]) => !documented.includes(name))
      .map(([name, type]) => ({ name: printable(name), type }))
      .slice(0, maxListed),
  };
}

/** Replaces a member's name that is not a plain word, such as a mobile number: it may be personal data. */
const printable = (name: string): string => (/^[A-Za-z_][A-Za-z_-]{0,63}\d{0,4}$/.test(name) ? name : '(not a plain name)');

/** The first five of a list, for the message. `details` has more. */
const firstFive = (list: readonly string[]): string => list.slice(0, 5).join(', ') + (list.length > 5 ? ', …' : '');

function jsonType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return value instanceof JsonNumber ? 'number' : typeof value;
}

const ifNotEmpty = (name: string, list: readonly unknown[]) => (list.length === 0 ? {} : { [name]: list });

/** A check, and settings with which it passes. */
interface Finding {
  readonly check: CheckResult;
  readonly suggestions?: SuggestedSettings;
}

/** Returns the ids of a page that can be read. */
export function knownIds({ output }: ProbeAttempt<AttendeePage>): readonly ServiceId[] {
  const ids = new Set<ServiceId>();
  for (const item of output?.items ?? []) {
    try {
      if (item) ids.add(item.serviceId);
    } catch {
      continue;
    }
  }
  return [...ids];
}

/** Checks that attendees whose ids are known come by their ids. @param byIds null if there are none @param isListed whether their page came */
export function checkIds(ids: readonly ServiceId[], byIds: ProbeAttempt<AttendeePage> | null, isListed: boolean): Finding {
  if (byIds === null) return { check: skipped('ids', isListed ? 'The activity has no attendees whose ids are known.' : notReached) };
  const failed = (message: string, hint: string, details?: CheckResult['details']): CheckResult => ({
    id: 'ids',
    status: 'fail',
    message,
    hint,
    settings: ['EVENT_SERVICE_MAX_IDS'],
    ...(details && { details }),
  });
  const { output, error } = byIds;
  if (output === undefined) {
    const message = `A call with ${ids.length} ids fails: ${problemOf(error)}`;
    return { check: failed(message, 'A service may limit the number of ids: set EVENT_SERVICE_MAX_IDS to its limit.') };
  }
  const received = new Set(knownIds(byIds));
  const missing = ids.filter((id) => !received.has(id)).length;
  const others = received.size - (ids.length - missing);
  const details = { asked: ids.length, received: received.size, missing, others };
  if (missing === 0 && others === 0) return { check: passed('ids', `${counted(ids.length, 'attendee')} came by id.`, details) };
  if (others > 0) {
    const message = `The service ignores ids: ${counted(others, 'attendee')} came who were not asked for.`;
    return { check: failed(message, 'Ask its operator. Until then, attendees are looked up one by one.', details) };
  }
  const came = ids.length - missing;
  const message = `The service returns ${came} of ${ids.length} attendees who were asked for by id.`;
  const hint =
    'The others are asked for again, so no attendee is missing. With EVENT_SERVICE_MAX_IDS at the number that came, no call is made in vain.';
  if (came === 0) return { check: failed(message, 'Ask the operator of the service.', details) };
  return { check: { ...failed(message, hint, details), status: 'warn' }, suggestions: { EVENT_SERVICE_MAX_IDS: String(came) } };
}

/** Compares the length of a page of `maxPageSize` attendees with the total. */
export function checkPageSize({ output, error }: ProbeAttempt<AttendeePage>, maxPageSize: number): Finding {
  if (output === undefined) {
    const hint = 'A service may reject a page that is too large: set EVENT_SERVICE_MAX_PAGE_SIZE to its limit.';
    const message = `A page of ${maxPageSize} attendees fails: ${problemOf(error)}`;
    return { check: { id: 'page-size', status: 'fail', message, hint, settings: ['EVENT_SERVICE_MAX_PAGE_SIZE'] } };
  }
  const { received, totalOrNull: total } = output;
  const details = { asked: maxPageSize, received, total };
  if (total === null) return { check: skipped('page-size', 'The service states no total to compare the page with.') };
  if (received >= Math.min(total, maxPageSize)) {
    const message =
      total <= maxPageSize
        ? `There are no more than ${maxPageSize} attendees; the page is complete.`
        : `A page of ${maxPageSize} is complete.`;
    return { check: passed('page-size', message, details) };
  }
  const check: CheckResult = {
    id: 'page-size',
    status: 'warn',
    message: `The service returns ${received} of the ${maxPageSize} attendees requested.`,
    hint:
      'Pages are correct either way. With EVENT_SERVICE_MAX_PAGE_SIZE at the size that came, the first pages are not read twice, ' +
      `but a larger \`first\`, such as ${maxPageSize}, is then an error for clients.`,
    settings: ['EVENT_SERVICE_MAX_PAGE_SIZE'],
    details,
  };
  return { check, ...(received > 0 && { suggestions: { EVENT_SERVICE_MAX_PAGE_SIZE: String(received) } }) };
}
