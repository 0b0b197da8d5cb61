/*
 * Registrations with one key, in every order of their steps. A world (model/world.ts) has replicas, their store and the service. A choice
 * is a step that may happen next: a command reaches the store, a reply arrives, a lease ends. A fault is a choice that loses a message, or
 * kills or delays a replica; a trace has a limited number of them. After every trace the reports must be true, and a repeat must not
 * register again.
 */

import { AtMostOnceWrites, type RequestedWrite, type WriteSteps } from '../../../src/domain/at-most-once/at-most-once-writes.js';
import { searchAll, settle } from './model/search.js';
import { reportOf, World, type Replica, type ReplicaName } from './model/world.js';

jest.setTimeout(600_000);

const write: RequestedWrite = {
  namespace: ['caller', '1001', '/api/participant/add'],
  idempotencyKey: 'idempotency-key-0001',
  input: 'input',
};
const result = { number: 1 };

/** Begins a registration at a replica, with one key for all. */
function register(replica: Replica, now: () => number): void {
  const writes = new AtMostOnceWrites({ store: replica.store, digest: (text) => text, now });
  const steps: WriteSteps<typeof result> = {
    check: async () => [],
    send: (permit) => replica.send(permit!, result),
    unknownOutcome: async () => new Error('OUTCOME_UNKNOWN'),
  };
  writes.once(write, steps).then(
    (once) => (replica.outcome = 'result' in once && once.replayed ? 'replayed' : 'registered'),
    (error: unknown) => (replica.outcome = reportOf(error)),
  );
}

function worldOf(names: readonly ReplicaName[]): World {
  const world = new World();
  for (const name of names) register(world.add(name), () => world.now);
  return world;
}

/** The reports of replicas that are not true. */
function untrueReports(world: World): string[] {
  return [...world.replicas.values()]
    .filter(({ name, isAlive, outcome }) => {
      const [sent, committed] = [world.sends.includes(name), world.commits.includes(name)];
      // Without faults left, every call of a living replica has ended.
      if (outcome === null) return isAlive;
      if (outcome === 'registered') return !sent || !committed;
      if (outcome === 'replayed') return sent || world.commits.length !== 1;
      if (outcome === 'OUTCOME_UNKNOWN') return false;
      return sent || !['STATE_UNAVAILABLE', 'IDEMPOTENCY_IN_PROGRESS', 'UPSTREAM_UNAVAILABLE'].includes(outcome);
    })
    .map(({ name, outcome }) => `${name} reported ${outcome}`);
}

/**
 * A repeat, when everything works again: immediately if all replicas live, because their writes have ended, and else after the time
 * of a lease.
 */
async function repeatLater(world: World): Promise<string> {
  if ([...world.replicas.values()].some(({ isAlive }) => !isAlive)) world.pass(() => false);
  const last = world.add('C');
  register(last, () => world.now);
  for (await settle(); last.outcome === null; await settle())
    last
      .choices()
      .find(({ isFault }) => !isFault)!
      .happen();
  return last.outcome;
}

/** The outcome of the repeat that follows from what happened. */
function expectedRepeat(world: World): readonly string[] {
  const outcomes = [...world.replicas.values()].map(({ outcome }) => outcome);
  // A replica that crashes may take with it what it could not store yet.
  const lost = [...world.replicas.values()].some(({ isAlive }) => !isAlive) ? ['OUTCOME_UNKNOWN'] : [];
  if (outcomes.includes('registered')) return ['replayed', ...lost];
  const isNew = outcomes.every((outcome) => outcome === 'STATE_UNAVAILABLE' || outcome === 'UPSTREAM_UNAVAILABLE');
  if (isNew) return ['registered', ...lost];
  return world.sends.length > 0 ? ['OUTCOME_UNKNOWN', 'replayed'] : ['OUTCOME_UNKNOWN', 'registered'];
}

test.each([
  ['one replica', ['A'], 3],
  ['two replicas', ['A', 'B'], 2],
] as const)(
  'over %s (%j), in every order and with any %i faults, a key is sent at most once, calls end, and reports are true',
  async (_replicas, names, maxFaults) => {
    const found = await searchAll(
      () => worldOf(names),
      maxFaults,
      async (world) => {
        const untrue = untrueReports(world);
        const expected = expectedRepeat(world);
        const repeat = await repeatLater(world);
        return [
          ...untrue,
          ...(expected.includes(repeat) ? [] : [`the repeat is ${repeat}, expected: ${expected.join(' or ')}`]),
          ...(world.sends.length > 1 ? [`sent by ${world.sends.join(' and ')}`] : []),
          ...world.lateSends.map((name) => `${name} sent after its lease`),
        ];
      },
    );
    expect(found.wrong).toEqual([]);
    expect(found.traces).toBeGreaterThan(500);
  },
);
