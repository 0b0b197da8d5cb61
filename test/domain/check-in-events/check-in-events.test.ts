/* How the subscribers of check-ins share the lookups of attendees. */

import { PageSizes } from '../../../src/domain/attendees/attendee-range.js';
import { IdsPerCall } from '../../../src/domain/attendees/read-by-ids.js';
import type { SharedIdLookups } from '../../../src/domain/attendees/shared-id-lookups.js';
import { CheckInAttendees } from '../../../src/domain/check-in-events/check-in-events.js';
import { CheckInFeeds } from '../../../src/domain/check-in-events/check-in-feeds.js';
import type { ServiceAccess } from '../../../src/domain/reads/upstream.js';
import type { ActivityId, ServiceId } from '../../../src/records/ids.js';
import type { Endpoint } from '../../../src/service/endpoints.js';
import { LocalChannels } from '../../../src/storage/channels.js';
import { decoded } from '../../service/sampled-endpoints.js';
import { record } from '../service.js';

const activity = 1001 as ActivityId;
const maxIds = 3;

/** Check-ins of an activity, and the lookups of their attendees: each is the sorted list of ids of a call. */
function checkIns() {
  const newId = () => 'id';
  const feeds = new CheckInFeeds({ channels: new LocalChannels(), attendeeAt: ['attendee'], newId, now: () => 0 });
  const lookups: (readonly number[])[] = [];
  let failure: Error | null = null;
  const read = async (endpoint: Endpoint<unknown, unknown>, _activityId: ActivityId, input: unknown) => {
    const { ids, id } = input as { readonly ids?: readonly number[]; readonly id?: number };
    lookups.push(ids?.toSorted((a, b) => a - b) ?? [id!]);
    if (failure) throw failure;
    return decoded(endpoint, { code: 1, data: ids ? ids.map((each) => record(each)) : record(id!), total: ids?.length }, input);
  };
  const attendees = new CheckInAttendees({ reader: { read } } as unknown as ServiceAccess, {
    maxPageSize: 100,
    maxIds,
    notFoundPattern: null,
    pageSizes: new PageSizes(),
    idsPerCall: new IdsPerCall(),
    lookupsOf: () => ({ read: ({ readAlone }) => readAlone() }) as SharedIdLookups,
  });
  const subscribe = () => {
    const stream = feeds.subscribe(activity);
    /** Receives the next check-in, and looks its attendee up. */
    return async (byGetOne = false) => {
      const { value } = await stream.next();
      return attendees.of(value, value.attendeeServiceId as ServiceId, byGetOne);
    };
  };
  const push = (...ids: readonly number[]) => ids.forEach((id) => feeds.publish(activity, { attendee: id }));
  return { subscribe, push, lookups, fail: (error: Error | null) => (failure = error) };
}

test('all subscribers of a check-in share one lookup, and the next check-in of the attendee has a lookup of its own', async () => {
  const { subscribe, push, lookups } = checkIns();
  const subscribers = [subscribe(), subscribe(), subscribe()];
  for (const expected of [[[7]], [[7], [7]]]) {
    push(7);
    const found = await Promise.all(subscribers.map((next) => next()));
    expect(found.map((attendee) => attendee!.serviceId)).toEqual([7, 7, 7]);
    expect(lookups).toEqual(expected);
  }
});

test('a lookup includes the check-ins that wait behind it, up to a page', async () => {
  const { subscribe, push, lookups } = checkIns();
  const next = subscribe();
  push(1, 2, 3, 4, 5);
  for (const id of [1, 2, 3]) expect((await next())!.serviceId).toBe(id);
  expect(lookups).toEqual([[1, 2, 3]]);
  for (const id of [4, 5]) expect((await next())!.serviceId).toBe(id);
  expect(lookups).toEqual([
    [1, 2, 3],
    [4, 5],
  ]);
});

test('a subscriber that needs get-one gets it, though the attendee of its check-in was read with others', async () => {
  const { subscribe, push, lookups } = checkIns();
  const next = subscribe();
  push(1, 2);
  await next();
  expect((await next(true))!.serviceId).toBe(2);
  expect(lookups).toEqual([[1, 2], [2]]);
});

test('a lookup that fails does so for the check-ins that it includes, and not for later ones', async () => {
  const { subscribe, push, fail } = checkIns();
  const next = subscribe();
  const failure = new Error('The service fails.');
  fail(failure);
  push(1, 2);
  for (const _ of [1, 2]) await expect(next()).rejects.toBe(failure);
  fail(null);
  push(1);
  expect((await next())!.serviceId).toBe(1);
});
