/*
 * When a stored outcome is forgotten, on a machine whose clock may be wrong for a moment.
 *
 * A row has the time at which it began by the wall clock, because it outlives the process. If that clock is set while the file is open, rows
 * look too old, or are stored with a wrong time. So wall time is compared with monotonic time, and after a jump nothing is forgotten until
 * the clock has been steady for a day. The jump is stored in the file, because after a restart it could not be noticed any more, and because
 * another process with the same file may not have looked at the clock meanwhile.
 */

import { retentionMs } from '../../domain/at-most-once/outcome-store.js';

/** The clocks of a store, both in milliseconds. */
export interface StoreClock {
  /** Since the epoch. It may be set while the store is open. */
  readonly wallMs: () => number;
  /** Monotonic, since any moment, the same for all processes of the machine until it is started again. */
  readonly steadyMs: () => number;
}

export const systemClock: StoreClock = { wallMs: () => Date.now(), steadyMs: () => Number(process.hrtime.bigint()) / 1e6 };

/** The last jump of the clock as the store has it, by an id; null if the clock has been steady for a day since. */
export interface StoredJump {
  read(): string | null;
  write(id: string): void;
  /** Removes the jump, if it is still this one. */
  remove(id: string): void;
}

/** The two clocks agree as long as their difference changes by less. Small corrections of the wall clock are usual. */
const toleranceMs = 60_000;
/** After a jump, rows of this age are removed although their age may be wrong. */
const maxRetentionMs = 31 * 24 * 60 * 60 * 1000;

/** Decides which rows have expired. Reading it each time before the store is used notices jumps of the clock. */
export class Retention {
  /** Wall time minus monotonic time, as it was last seen. */
  #ahead: number;
  /** The same when the clock was last trusted. */
  #trustedAhead: number;
  #jump: string | null;
  #isStored = true;
  /** The monotonic time since which the clock has been steady, as far as this process knows. */
  #steadySince: number;

  /** @param newId returns a string that no other call returns, in any process */
  constructor(
    private readonly clock: StoreClock,
    private readonly stored: StoredJump,
    private readonly newId: () => string,
  ) {
    this.#steadySince = clock.steadyMs();
    this.#ahead = this.#trustedAhead = clock.wallMs() - this.#steadySince;
    this.#jump = stored.read();
  }

  /** Returns the wall time before which rows must have begun to be expired. @throws what `stored.read` throws */
  expiredUntil(): number {
    const steadyMs = this.clock.steadyMs();
    const wallMs = this.clock.wallMs();
    const ahead = wallMs - steadyMs;
    if (Math.abs(ahead - this.#ahead) > toleranceMs) {
      this.#ahead = ahead;
      this.#noteJump(this.newId(), steadyMs);
      this.#isStored = false;
    }
    this.#share(steadyMs);
    const isTrusted = this.#jump === null;
    if (isTrusted) this.#trustedAhead = this.#ahead;
    // Of two times, the earlier: a clock that is a year ahead for a moment makes no row old.
    return Math.min(wallMs, steadyMs + this.#trustedAhead) - (isTrusted ? retentionMs : maxRetentionMs);
  }

  #noteJump(id: string, steadyMs: number): void {
    this.#jump = id;
    this.#steadySince = steadyMs;
  }

  /** Stores a jump that this process has seen, learns of one that another process has seen, and forgets one after a steady day. */
  #share(steadyMs: number): void {
    if (this.#jump !== null && !this.#isStored) {
      this.#isStored = succeeds(() => this.stored.write(this.#jump!));
    } else {
      const id = this.stored.read();
      if (id === null) this.#jump = null;
      else if (id !== this.#jump) this.#noteJump(id, steadyMs);
    }
    if (this.#jump === null || !this.#isStored || steadyMs - this.#steadySince < retentionMs) return;
    const id = this.#jump;
    if (succeeds(() => this.stored.remove(id))) this.#jump = null;
  }
}

/** Whether a change could be stored. If the disk is full, it is tried again at the next use. */
function succeeds(change: () => void): boolean {
  try {
    change();
    return true;
  } catch {
    return false;
  }
}
