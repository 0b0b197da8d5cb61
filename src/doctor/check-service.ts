/* The checks of what the service serves: activities, each endpoint, its records, and the size of a page. */

import { JsonNumber } from '../primitives/json.js';
import { systemCode } from '../records/call-outcome.js';
import { UpstreamRejectedError, EventGraphError, UpstreamInvalidResponseError } from '../records/errors.js';
import type { ActivityId, ServiceId } from '../records/ids.js';
import type { WireRecord } from '../records/record.js';
import { documentedFields } from '../service/comparison/documented-fields.generated.js';
import { readEverything } from '../service/comparison/read-everything.js';
import { getFormFields, listAttendees, type Endpoint } from '../service/endpoints.js';
import type { AttendeePage } from '../service/replies.js';
import { passed, type CheckResult, skipped, counted, attemptedEndpoints } from './check.js';
import type { Probe, ProbeAttempt } from './probe.js';

/** Checks that the service accepts each activity of the settings (§4.1). */
export async function checkActivities(probe: Probe, activityIds: readonly ActivityId[]): Promise<CheckResult> {
  const rejected: string[] = [];
  const failed: string[] = [];
  for (const activityId of activityIds) {
    const { error } = await probe.attempt(getFormFields, activityId, undefined);
    if (error !== undefined) (error instanceof UpstreamRejectedError ? rejected : failed).push(String(activityId));
  }
  if (rejected.length > 0)
    return failedCheck(
      `The service does not accept the ${named(rejected)}.`,
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
    const page = attempts.get(listAttendees.section)?.output as OutputOf<typeof listAttendees> | undefined;
    const input = inputFrom({ pageSize, attendeeId: firstId(page?.items ?? []) });
    if (input !== null) onStart(endpoint.section);
    attempts.set(endpoint.section, input === null ? null : await probe.attempt(endpoint, activityId, input));
  }
  return attempts;
}

type OutputOf<E> = E extends Endpoint<infer _, infer Output> ? Output : never;

/** Checks that an endpoint succeeds. */
export function checkEndpoint(section: string, attempt: ProbeAttempt<unknown> | null): CheckResult {
  const id = `operation §${section}`;
  if (attempt === null) return skipped(id, 'The activity has no attendee to look up.');
  const { error, reply, milliseconds } = attempt;
  if (error === undefined) return passed(id, `The operation succeeds in ${milliseconds} ms.`, { milliseconds });
  const details = {
    milliseconds,
    ...(reply && { status: reply.status }),
    ...(error instanceof EventGraphError && { code: error.code }),
    ...(error instanceof UpstreamInvalidResponseError && { path: error.path }),
    ...(reply === null && systemCode(error) !== null && { cause: systemCode(error) }),
  };
  if (error instanceof UpstreamRejectedError) {
    const message = `The service rejects the operation: ${error.serviceMessage || '(no message)'}`;
    return { id, status: 'fail', message, hint: 'Ask the operator of the service whether the key may use this operation.', details };
  }
  const message = error instanceof EventGraphError ? error.message : 'The operation failed in an unexpected way.';
  return { id, status: 'fail', message, hint: 'The fields of the graph that need this operation return errors; the others work.', details };
}

/** A record whose id is broken is passed over. */
function firstId(items: readonly ({ readonly serviceId: ServiceId } | null)[]): ServiceId | null {
  for (const item of items) {
    try {
      if (item) return item.serviceId;
    } catch {
      continue;
    }
  }
  return null;
}

/** The largest number of positions or names in a list of `details`. */
const maxListed = 20;

/** Compares the records of an endpoint that succeeded with the interface (§2). */
export function checkRecords(section: string, { output }: ProbeAttempt<unknown>): CheckResult {
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
    const message = `Values break the interface at ${places}, where the graph reports UPSTREAM_INVALID_RESPONSE: ${firstFive(broken)}`;
    const zone = errors.some(({ expected }) => expected.includes('ACTIVITIES_FILE'))
      ? ' For times as text, state the timeZone of the activity in the file of ACTIVITIES_FILE.'
      : '';
    const hint = `Report the positions to the operator of the service. Other fields are served.${zone}`;
    return { id, status: 'fail', message, hint, details };
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

/** The check, and a value of EVENT_SERVICE_MAX_PAGE_SIZE that would work if the service truncates pages. */
export interface PageSizeCheck {
  readonly check: CheckResult;
  readonly suggestion: string | null;
}

/** Asks for a page of `maxPageSize` attendees, and compares its length with the total. */
export async function checkPageSize(probe: Probe, activityId: ActivityId, maxPageSize: number): Promise<PageSizeCheck> {
  return judged(await probe.attempt(listAttendees, activityId, { page: 1, pageSize: maxPageSize }), maxPageSize);
}

function judged({ output, error }: ProbeAttempt<AttendeePage>, maxPageSize: number): PageSizeCheck {
  const only = (check: CheckResult): PageSizeCheck => ({ check, suggestion: null });
  if (output === undefined) {
    const hint = 'A service may reject a page that is too large: try a smaller size.';
    const message = `A page of ${maxPageSize} attendees fails${error instanceof Error ? `: ${error.message}` : '.'}`;
    return only({ id: 'page-size', status: 'fail', message, hint, settings: ['EVENT_SERVICE_MAX_PAGE_SIZE'] });
  }
  const { received, totalOrNull: total } = output;
  const details = { asked: maxPageSize, received, total };
  if (total === null) return only(skipped('page-size', 'The service states no total to compare the page with.'));
  if (received >= Math.min(total, maxPageSize)) {
    const message =
      total <= maxPageSize
        ? `There are no more than ${maxPageSize} attendees; the page is complete.`
        : `A page of ${maxPageSize} is complete.`;
    return only(passed('page-size', message, details));
  }
  const check: CheckResult = {
    id: 'page-size',
    status: 'warn',
    message: `The service returns ${received} of the ${maxPageSize} attendees requested.`,
    hint:
      'Pages are correct either way. With EVENT_SERVICE_MAX_PAGE_SIZE at the size that came, the first pages are not read twice, ' +
      'and it is also the largest `first` of a query.',
    settings: ['EVENT_SERVICE_MAX_PAGE_SIZE'],
    details,
  };
  return { check, suggestion: received > 0 ? String(received) : null };
}
