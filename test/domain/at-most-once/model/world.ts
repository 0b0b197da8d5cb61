/*
 * A world of two replicas, one store and one service, in which nothing happens by itself. Every command of a replica and every step
 * of a send waits for a decision: whether it happens now, and how it ends. The replicas run the program's own code; only the store,
 * the service and the clock are the model's.
 */

import type { OutcomeStore } from '../../../../src/domain/at-most-once/outcome-store.js';
import { EventGraphError, WritePermitLostError, UpstreamUnavailableError } from '../../../../src/records/errors.js';
import type { WritePermit } from '../../../../src/service/transport/exchange.js';
import { createLeasedOutcomes } from '../../../../src/storage/leased-outcomes.js';
import { applyCommand, type LeaseStore, type RowCommand, type RowReply, type RowState } from '../../../../src/storage/row-commands.js';
import { noRow } from '../../../storage/any-command.js';

/** Something that can happen next. */
export interface Choice {
  readonly label: string;
  /** Faults are limited in number, because every trace of them is searched. */
  readonly isFault: boolean;
  readonly happen: () => void;
}

/** A step of a replica that waits for a decision, with all ways in which it can end. */
interface Pending {
  readonly label: string;
  readonly ends: readonly Choice[];
}

export type ReplicaName = 'A' | 'B' | 'C';

/** Longer than any lease. */
const longMs = 61_000;
const renewals = 4;

export class World {
  now = 1_800_000_000_000;
  /** Sends that reached the service, and those of them that took effect. */
  sends: ReplicaName[] = [];
  commits: ReplicaName[] = [];
  /** Sends by a replica whose lease had ended. */
  lateSends: ReplicaName[] = [];
  readonly #rows = new Map<string, RowState>();
  /** Commands whose connection broke before they arrived. They may still arrive. */
  readonly #late = new Map<string, () => void>();
  readonly replicas = new Map<ReplicaName, Replica>();

  add(name: ReplicaName): Replica {
    const replica = new Replica(name, this);
    this.replicas.set(name, replica);
    return replica;
  }

  /** Applies a command to the store now. */
  apply(name: string, command: RowCommand): RowReply {
    const { state, reply } = applyCommand(this.#rows.get(name) ?? noRow, command, this.now);
    this.#rows.set(name, state);
    return reply;
  }

  /** Whether a replica holds a lease that has not ended. */
  isHeldBy(replica: ReplicaName): boolean {
    return [...this.#rows.values()].some(({ write }) => write?.writeId.startsWith(replica) && write.leaseEndsAt > this.now);
  }

  delay(label: string, arrive: () => void): void {
    this.#late.set(label, arrive);
  }

  /** All that can happen next. */
  choices(): readonly Choice[] {
    const replicas = [...this.replicas.values()];
    const isBusy = replicas.some((replica) => replica.isBusy);
    return [
      ...replicas.flatMap((replica) => replica.choices()),
      ...[...this.#late].map(([label, arrive]) => ({
        label: `late ${label}`,
        isFault: false,
        happen: () => {
          this.#late.delete(label);
          arrive();
        },
      })),
      ...(isBusy ? [null, ...replicas.filter(({ isAlive }) => isAlive)] : []).map((sleeper) => ({
        label: sleeper ? `a minute passes while ${sleeper.name} sleeps` : 'a minute passes without the store',
        isFault: true,
        happen: () => this.pass((replica) => sleeper !== null && replica !== sleeper),
      })),
    ];
  }

  /** Lets more than the time of a lease pass. @param renews whether a replica renews its leases meanwhile */
  pass(renews: (replica: Replica) => boolean): void {
    for (let time = 0; time < renewals; time += 1) {
      this.now += longMs / renewals;
      for (const replica of this.replicas.values()) if (replica.isAlive && renews(replica)) replica.renew();
    }
  }

  /**
   * Equal for two traces after which the same can happen: a replica's state follows from what it has received. A and B do the same, so a
   * world counts as its mirror image, in which they have changed their roles.
   */
  fingerprint(): string {
    const mirrored = (text: string) => text.replace(/\b[AB](?=\d|")/g, (name) => (name === 'A' ? 'B' : 'A'));
    const state = JSON.stringify([this.now, [...this.#rows], [...this.#late.keys()], this.sends, this.commits, this.lateSends]);
    const replicas = [...this.replicas.values()].map(({ name, isAlive, received }) => JSON.stringify([name, isAlive, received]));
    const asIs = [state, ...replicas.toSorted()].join();
    const asMirror = [mirrored(state), ...replicas.map(mirrored).toSorted()].join();
    return asIs < asMirror ? asIs : asMirror;
  }
}

export class Replica {
  isAlive = true;
  /** The result of its call as a word; null while the call goes on. */
  outcome: string | null = null;
  /** What it has received, in order. */
  readonly received: string[] = [];
  readonly store: OutcomeStore;
  #pending: Pending[] = [];
  #steps = 0;
  #writes = 0;
  readonly #renewals = new Set<() => void>();
  /** Whether the commands of a renewal are applied immediately. */
  #isRenewing = false;
  #flush: Parameters<LeaseStore['beforeUse']>[0] = async () => {};
  #hasFailed = false;

  constructor(
    readonly name: ReplicaName,
    private readonly world: World,
  ) {
    const leaseStore: LeaseStore = {
      salt: async () => 'salt',
      perform: (row, command) => this.#perform(row, command),
      beforeUse: (work) => void (this.#flush = work),
      close: async () => {},
    };
    const plain = { seal: (text: string) => text, open: (text: string) => text };
    const outcomes = createLeasedOutcomes(leaseStore, plain, {
      newWriteId: () => `${name}${(this.#writes += 1)}`,
      now: () => world.now,
      every: (_ms, callback) => {
        this.#renewals.add(callback);
        return () => void this.#renewals.delete(callback);
      },
    });
    this.store = { ...outcomes, nameOf: async (key) => key };
  }

  get isBusy(): boolean {
    return this.isAlive && this.#pending.length > 0;
  }

  choices(): readonly Choice[] {
    if (!this.isAlive) return [];
    const crash = { label: `${this.name} crashes`, isFault: true, happen: () => this.#crash() };
    const back = { label: `the store is back for ${this.name}`, isFault: false, happen: () => this.reconnect() };
    return [
      ...this.#pending.flatMap(({ ends }) => ends),
      ...(this.outcome === null || this.#hasFailed || this.isBusy ? [crash] : []),
      ...(this.#hasFailed && this.#pending.length === 0 ? [back] : []),
    ];
  }

  /** Stores what could not be stored before. */
  reconnect(): void {
    this.#hasFailed = false;
    this.received.push('reconnected');
    void this.#flush(async (row, command) => this.world.apply(row, command));
  }

  renew(): void {
    this.#isRenewing = true;
    for (const renew of this.#renewals) renew();
    this.#isRenewing = false;
    this.received.push('renewed');
  }

  /**
   * Sends a write, as the transport does: permit, connection, the last check, the first byte.
   * @param onlyIfMissing the service adds nothing that exists
   */
  async send<T>(permit: WritePermit, reply: T, { onlyIfMissing = false } = {}): Promise<T> {
    await permit.confirm();
    await this.#step('connection', (resolve, reject) => [
      ['opens', false, resolve],
      ['is refused', true, () => reject(new UpstreamUnavailableError('write', false))],
    ]);
    if (!permit.isValid()) throw new WritePermitLostError();
    this.world.sends.push(this.name);
    if (!this.world.isHeldBy(this.name)) this.world.lateSends.push(this.name);
    // Two requests at the same time may both find nothing, and both add.
    const exists = onlyIfMissing && this.world.commits.length > 0;
    // A request takes effect within a minute, or never.
    const deadline = this.world.now + longMs;
    const commit = (then: () => void) => {
      if (this.world.now > deadline) return reject();
      if (!exists) this.world.commits.push(this.name);
      then();
    };
    let reject = () => {};
    await this.#step('service', (resolve, rejectWith) => {
      reject = () => rejectWith(new UpstreamUnavailableError('write', true));
      return [
        ['commits and replies', false, () => commit(resolve)],
        ['commits, and the reply is lost', true, () => commit(reject)],
        ['does nothing, and the reply is lost', true, reject],
      ];
    });
    return reply;
  }

  #perform(row: string, command: RowCommand): Promise<RowReply> {
    if (this.#isRenewing) return Promise.resolve(this.world.apply(row, command));
    let reply: RowReply = null;
    const fail = (reject: (error: Error) => void) => {
      this.#hasFailed = true;
      reject(new Error('The store did not reply.'));
    };
    const label = `${command.kind}`;
    return this.#step(label, (resolve, reject, step) => [
      ['is applied', false, () => ((reply = this.world.apply(row, command)), this.received.push(JSON.stringify(reply)), resolve())],
      ['is lost', true, () => fail(reject)],
      ['is applied, and the reply is lost', true, () => (this.world.apply(row, command), fail(reject))],
      ['is delayed', true, () => (this.world.delay(step, () => void this.world.apply(row, command)), fail(reject))],
    ]).then(() => reply);
  }

  #step(
    label: string,
    endsOf: (
      resolve: () => void,
      reject: (error: Error) => void,
      step: string,
    ) => readonly (readonly [how: string, isFault: boolean, end: () => void])[],
  ): Promise<void> {
    const step = `${this.name}${(this.#steps += 1)} ${label}`;
    return new Promise((resolve, reject) => {
      const ends = endsOf(resolve, reject, step).map(([how, isFault, end]) => ({
        label: `${step} ${how}`,
        isFault,
        happen: () => {
          this.#pending = this.#pending.filter((each) => each.label !== step);
          this.received.push(`${step} ${how}`);
          end();
        },
      }));
      this.#pending.push({ label: step, ends });
    });
  }

  #crash(): void {
    this.isAlive = false;
    this.#pending = [];
  }
}

/** The word for an error that a call reports: its code, or its message. */
export function reportOf(error: unknown): string {
  if (error instanceof EventGraphError) return error.code;
  return error instanceof Error ? error.message : 'no error';
}
