/* The checks of what the service serves: activities, each endpoint, its records, attendees by id, and the size of a page. */

import { isUtf8 } from 'node:buffer';
import { JsonNumber } from '../primitives/json-text.js';
import { AttendeePage } from '../records/attendee.js';
import { EventGraphError, UpstreamRateLimitedError, UpstreamRejectedError } from '../records/errors.js';
import type { ActivityId, ServiceId } from '../records/ids.js';
import type { WireRecord } from '../records/wire-record.js';
import { documentedFields } from '../service/documented-fields.generated.js';
import { getFormFields, listAttendees } from '../service/endpoints.js';
import { readEverything } from '../service/read-everything.js';
import type { Probe, ProbeAttempt } from './probe.js';
import { attemptedEndpoints, counted, failed, passed, problemOf, skipped, warned, type Finding } from './report.js';

/** Checks that the service accepts each activity of the settings (§4.1). */
export async function checkActivities(probe: Probe, activityIds: readonly ActivityId[]): Promise<Finding> {
  const problems = new Map<string, string>();
  let isRejected = false;
  for (const activityId of activityIds) {
    const { error } = await probe.attempt(getFormFields, activityId, undefined);
    if (error !== undefined) problems.set(String(activityId), problemOf(error));
    isRejected ||= error instanceof UpstreamRejectedError;
  }
  if (problems.size === 0)
    return passed(`The service accepts ${activityIds.length === 1 ? 'the activity' : `all ${activityIds.length} activities`}.`);
  return failed(
    `Calls for ${counted(problems.size, 'activity', 'activities')} fail: ${[...problems].map((each) => each.join(': ')).join('; ')}`,
    isRejected
      ? 'Check the numbers in EVENT_SERVICE_ACTIVITY_IDS, and whether the key belongs to the organiser of these activities.'
      : askOperator,
    { details: { failed: [...problems.keys()] } },
  );
}

/** The advice for a call that the service does not reject: the settings are not the cause. */
const askOperator = 'Run this again. If the call fails again, ask the operator of the service.';

/** The advice for a call whose size may be the cause. It is not if the service limits the rate. */
const unlessLimited = (error: unknown, hint: string): string => (error instanceof UpstreamRateLimitedError ? askOperator : hint);

/** Attendees of one page: enough records to contain most of the variants that the service sends. */
const samplePageSize = 20;

/** Attempts the endpoints. @returns the attempts by section; none of §4.4 where there is no attendee to look up */
export async function attemptEndpoints(probe: Probe, activityId: ActivityId, maxPageSize: number, onProgress: (text: string) => void) {
  const attempts = new Map<string, ProbeAttempt<unknown>>();
  const pageSize = Math.min(samplePageSize, maxPageSize);
  for (const { endpoint, inputFrom } of attemptedEndpoints) {
    const page = attempts.get(listAttendees.section) as ProbeAttempt<AttendeePage> | undefined;
    const input = inputFrom({ pageSize, attendeeId: (page && knownIds(page)[0]) ?? null });
    if (input === null) continue;
    onProgress(`Calling §${endpoint.section}`);
    attempts.set(endpoint.section, await probe.attempt(endpoint, activityId, input));
  }
  return attempts;
}

/** Why no attendee is looked up although §4.3 came: it has none, or the graph cannot tell whose or what their ids are. */
export const noKnownId = skipped('The reply of §4.3 has no attendee of the activity with an id.');

/** Checks that an endpoint succeeds. */
export function checkEndpoint({ error, reply, milliseconds }: ProbeAttempt<unknown>): Finding {
  if (error === undefined) {
    if (reply === null || isUtf8(reply.body)) return passed(`The operation succeeds in ${milliseconds} ms.`, { milliseconds });
    const hint = 'The graph shows U+FFFD for other bytes, and not what was written. Ask the operator of the service for UTF-8.';
    return warned(`The operation succeeds in ${milliseconds} ms, but its reply is not UTF-8.`, hint, { details: { milliseconds } });
  }
  const details = { milliseconds, ...(error instanceof EventGraphError && { code: error.code }) };
  const hint =
    error instanceof UpstreamRejectedError
      ? 'Ask the operator of the service whether the key may use this operation. If the message means too many calls, set EVENT_SERVICE_BUSY_PATTERN.'
      : 'The fields of the graph that need this operation return errors; the others work.';
  return failed(`The operation fails: ${problemOf(error)}`, hint, { details });
}

/** The largest number of positions or names in a list of `details`. */
const maxListed = 20;

/** Compares the records of an endpoint that succeeded with the interface (§2). */
export function checkRecords(section: string, activityId: ActivityId, { output }: ProbeAttempt<unknown>): Finding {
  if (output === null)
    return failed(
      'The attendee of §4.3 is not returned: the reply has none, or names another activity in form_id.',
      'Ask the operator of the service.',
    );
  const { records, errors } = readEverything(output);
  const broken = [...new Set(errors.map(({ path }) => path))].slice(0, maxListed);
  const attendees = output instanceof AttendeePage ? output.items : [];
  const withheld = attendees.filter((attendee) => attendee === null).length;
  if (withheld > 0)
    return failed(
      `${withheld} of ${counted(attendees.length, 'attendee')} name another activity, and are not returned.`,
      'Ask the operator of the service why form_id is not the number of the activity, in digits.',
      { details: { records: records.length, withheld, ...filled({ broken }) } },
    );
  if (records.length === 0) return skipped('There are no records.');
  const { missing, unknown } = comparedNames(section, records);
  const details = { records: records.length, ...filled({ broken, missing, unknown }) };
  if (broken.length > 0) {
    const places = `${broken.length === maxListed ? 'at least ' : ''}${counted(broken.length, 'place')}`;
    const message = `Values break the interface in ${places}, where the graph reports UPSTREAM_INVALID_RESPONSE: ${firstFive(broken)}`;
    const zone = `Times are text. Write {"${activityId}":{"timeZone":"Asia/Shanghai"}}, with your own time zone (here an example) for each activity, to the file that ACTIVITIES_FILE names. `;
    const areTimes = errors.some(({ expected }) => expected.includes('ACTIVITIES_FILE'));
    const report = 'Report the positions of other values to the operator of the service; other fields are served.';
    return failed(message, areTimes ? zone + report : report.replace(' of other values', ''), { details });
  }
  const compared = counted(records.length, 'record');
  if (missing.length === 0 && unknown.length === 0) return passed(`${compared} as documented.`, details);
  const lacking = `; ${counted(missing.length, 'documented field')} in none of them: ${firstFive(missing)}`;
  const further = `; ${counted(unknown.length, 'undocumented field')}: ${firstFive(unknown.map(({ name, type }) => `${name} (${type})`))}`;
  const hint = 'Missing fields are null or an error in the graph. Undocumented ones are ignored.';
  return warned(`${compared}${missing.length > 0 ? lacking : ''}${unknown.length > 0 ? further : ''}.`, hint, { details });
}

/** Those of the lists that are not empty. */
const filled = (lists: Readonly<Record<string, readonly unknown[]>>) =>
  Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));

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

/** Checks that known attendees come by their ids. */
export function checkIds(ids: readonly ServiceId[], byIds: ProbeAttempt<AttendeePage>): Finding {
  const { output, error } = byIds;
  if (output === undefined)
    return failed(
      `A call with ${ids.length} ids fails: ${problemOf(error)}`,
      unlessLimited(error, 'A service may limit the number of ids: set EVENT_SERVICE_MAX_IDS to its limit.'),
    );
  const received = new Set(knownIds(byIds));
  const missing = ids.filter((id) => !received.has(id)).length;
  const came = ids.length - missing;
  const others = received.size - came;
  const details = { asked: ids.length, received: received.size, missing, others };
  if (missing === 0 && others === 0) return passed(`${counted(ids.length, 'attendee')} came by id.`, details);
  if (others > 0)
    return failed(
      `The service ignores ids: ${counted(others, 'attendee')} came who were not asked for.`,
      'Ask its operator. Until then, attendees are looked up one by one.',
      { details },
    );
  const message = `The service returns ${came} of ${ids.length} attendees who were asked for by id.`;
  if (came === 0) return failed(message, 'Ask the operator of the service.', { details });
  const hint =
    'The others are asked for again, so no attendee is missing. With EVENT_SERVICE_MAX_IDS at the number that came, no call is made in vain.';
  return warned(message, hint, { details, suggestions: { EVENT_SERVICE_MAX_IDS: String(came) } });
}

/**
 * Whether page 2, of half the size, may be the second half of a page with these ids. If the service ignores the number of a page, or counts
 * from 0, it begins as they do, or is not among them. A page of another size does not show it, nor one that failed.
 */
export function isSecondHalf(page: ProbeAttempt<AttendeePage>, half: number, ids: readonly ServiceId[]): boolean {
  const [first] = knownIds(page);
  return first === undefined || page.output?.items.length !== half || ids.indexOf(first) > 0;
}

/** Compares the length of a page of `maxPageSize` attendees with the total. @param isContinued whether page 2 may follow page 1 */
export function checkPageSize({ output, error }: ProbeAttempt<AttendeePage>, maxPageSize: number, isContinued: boolean): Finding {
  if (output === undefined)
    return failed(
      `A page of ${maxPageSize} attendees fails: ${problemOf(error)}`,
      unlessLimited(error, 'A service may reject a page that is too large: set EVENT_SERVICE_MAX_PAGE_SIZE to its limit.'),
    );
  const { items, totalOrNull: total } = output;
  const received = items.length;
  const details = { asked: maxPageSize, received, total };
  if (!isContinued)
    return failed(
      'Page 2 does not follow page 1: the service ignores `page`, counts pages from 0, or changes the order of attendees.',
      'Lists of attendees repeat or lack some. Ask its operator for pages that count from 1, in one order.',
      { details },
    );
  if (total === null) return skipped('The service states no total to compare the page with.');
  if (received >= Math.min(total, maxPageSize)) {
    const all = `There are no more than ${maxPageSize} attendees; the page is complete.`;
    return passed(total <= maxPageSize ? all : `A page of ${maxPageSize} is complete.`, details);
  }
  if (received === 0)
    return failed(
      `The service returns none of the ${maxPageSize} attendees requested, although its total is ${total}.`,
      'A service may return none if a page is too large: set EVENT_SERVICE_MAX_PAGE_SIZE to its limit. If smaller pages are empty too, clients get an error: ask its operator, also whether pages count from 1.',
      { details },
    );
  return warned(
    `The service returns ${received} of the ${maxPageSize} attendees requested.`,
    'Pages are correct either way. With EVENT_SERVICE_MAX_PAGE_SIZE at the size that came, the first pages are not read twice, ' +
      `but a larger \`first\`, such as ${maxPageSize}, is then an error for clients.`,
    { details, suggestions: { EVENT_SERVICE_MAX_PAGE_SIZE: String(received) } },
  );
}
