/* Sign-ons that may add one attendee, in every order of their steps: at-most-once-writes.model.test.ts explains the search. */

import { AtMostOnceWrites } from '../../src/domain/at-most-once/at-most-once-writes.js';
import { SsoLogins } from '../../src/domain/sso-logins.js';
import type { OperationUpstream } from '../../src/domain/upstream.js';
import type { ActivityId } from '../../src/records/ids.js';
import type { WritePermit } from '../../src/service/transport/exchange.js';
import { searchAll } from './at-most-once/model/search.js';
import { reportOf, World, type Replica } from './at-most-once/model/world.js';
import { attendeesByMobile } from './service.js';

jest.setTimeout(600_000);

/** Begins an ssoLogin at a replica that may add the attendee, for one mobile number. */
function signIn(replica: Replica, world: World): void {
  const login = { url: 'https://events.example.com' };
  const upstream = {
    write: async (_endpoint: unknown, _activityId: unknown, { addIfMissing }: { addIfMissing: boolean }, permit: WritePermit | null) => {
      if (permit !== null) return replica.send(permit, login, { onlyIfMissing: true });
      if (addIfMissing) throw new Error('A write that adds an attendee is not recorded.');
      return login;
    },
  } as unknown as OperationUpstream;
  const attendees = attendeesByMobile(() => (world.commits.length > 0 ? { registeredAt: new Date(world.now) } : null));
  const writes = new AtMostOnceWrites({ store: replica.store, digest: String, now: () => world.now });
  new SsoLogins(upstream, 1001 as ActivityId, attendees, writes).login({ mobile: '13800138000', addIfMissing: true }).then(
    () => (replica.outcome = 'signed in'),
    (error: unknown) => (replica.outcome = reportOf(error)),
  );
}

/** The reports of replicas that are not true. */
function untrueReports(world: World): string[] {
  return [...world.replicas.values()]
    .filter(({ name, isAlive, outcome }) => {
      if (outcome === null) return isAlive;
      if (outcome === 'signed in') return world.commits.length !== 1;
      return ['STATE_UNAVAILABLE', 'IDEMPOTENCY_IN_PROGRESS', 'UPSTREAM_UNAVAILABLE'].includes(outcome) && world.sends.includes(name);
    })
    .map(({ name, outcome }) => `${name} reported ${outcome}`);
}

test('over two replicas, in any order and with any 2 faults, an attendee is added at most once, calls end, reports are true', async () => {
  const found = await searchAll(
    () => {
      const world = new World();
      for (const name of ['A', 'B'] as const) signIn(world.add(name), world);
      return world;
    },
    2,
    async (world) => [
      ...untrueReports(world),
      ...(world.commits.length > 1 ? [`committed by ${world.commits.join(' and ')}`] : []),
      ...world.lateSends.map((name) => `${name} sent after its lease`),
    ],
  );
  expect(found.wrong).toEqual([]);
  expect(found.traces).toBeGreaterThan(500);
});
