/* The circuit breaker: a wrapper with one circuit for each path of the service. A circuit opens when too many attempts fail, and closes after a probe. */

import { CircuitOpenError } from '../../records/errors.js';
import { circuitEvidenceOf, safeObserver, type CircuitEvidence } from './observation.js';
import type { Transport } from './transport.js';

/** Called when the circuit of a path opens, and when it closes again. */
export type OnCircuitChange = (endpointPath: string, isOpen: boolean) => void;

/** The circuits of a service by path: calls of a path that fails are refused while the others go on. Endpoints of one path share a circuit. */
export class Circuits {
  readonly #circuits = new Map<string, Circuit>();
  readonly #report: OnCircuitChange;

  constructor(
    private readonly rules: CircuitRules,
    /** Milliseconds of a monotonic clock. */
    private readonly now: () => number,
    onChange: OnCircuitChange = () => {},
  ) {
    this.#report = safeObserver(onChange);
  }

  /** The paths whose circuit is open. */
  openPaths(): readonly string[] {
    return [...this.#circuits].filter(([, circuit]) => circuit.isOpen).map(([endpointPath]) => endpointPath);
  }

  /** Admits an attempt. @throws CircuitOpenError if the circuit refuses it */
  admit(endpointPath: string): AttemptAdmission {
    const admission = this.#circuitOf(endpointPath).admit();
    if (admission.waitMs > 0) throw new CircuitOpenError(endpointPath, Math.ceil(admission.waitMs));
    return admission;
  }

  record(endpointPath: string, admission: AttemptAdmission, evidence: CircuitEvidence): void {
    const circuit = this.#circuitOf(endpointPath);
    const wasOpen = circuit.isOpen;
    circuit.record(admission, evidence);
    if (circuit.isOpen !== wasOpen) this.#report(endpointPath, circuit.isOpen);
  }

  #circuitOf(endpointPath: string): Circuit {
    let circuit = this.#circuits.get(endpointPath);
    if (!circuit) this.#circuits.set(endpointPath, (circuit = new Circuit(this.rules, this.now)));
    return circuit;
  }
}

/** Refuses attempts of a path while its circuit is open, and records how the admitted ones end. */
export function withCircuitBreaker(transport: Transport, circuits: Circuits): Transport {
  return async (request, bounds) => {
    const admission = circuits.admit(request.endpointPath);
    try {
      const reply = await transport(request, bounds);
      circuits.record(request.endpointPath, admission, 'success');
      return reply;
    } catch (error) {
      circuits.record(request.endpointPath, admission, circuitEvidenceOf(error));
      throw error;
    }
  };
}

/** When a circuit opens, and for how long. */
export interface CircuitRules {
  /** The period whose attempts count. */
  readonly windowMs: number;
  /** A circuit stays closed while the window has fewer attempts than this: two failures of three prove little. */
  readonly minAttempts: number;
  /** The fraction of failed attempts, from 0 to 1, that opens the circuit. */
  readonly failureFraction: number;
  /** How long an open circuit refuses attempts before it admits a probe. */
  readonly openMs: number;
}

/** A circuit opens for 5 s when half of at least 20 attempts in 10 s fail. */
export const circuitRules: CircuitRules = { windowMs: 10_000, minAttempts: 20, failureFraction: 0.5, openMs: 5_000 };

/** Permission for one attempt, or the time after which to ask again. */
export interface AttemptAdmission {
  /** Milliseconds; 0 for an attempt that may go out. */
  readonly waitMs: number;
  /** Whether this attempt is the probe of an open circuit. */
  readonly isProbe: boolean;
  /** How often the circuit had opened when the attempt was admitted. */
  readonly openings: number;
}

/** The window is divided into this many buckets, so that old attempts leave it a tenth at a time. */
const buckets = 10;

/**
 * The shortest wait that a refused attempt reports. A caller that asks again at the moment at which the circuit may close meets the probe, whose
 * end is not known, and is refused again.
 */
const shortestWaitMs = 1_000;

/**
 * The circuit breaker of one path of the service. While the service fails there, every further attempt costs a connection, a place in the queue
 * and the caller's time, and adds load to a service in trouble. So the circuit counts how attempts end, and has three states:
 *
 * - **closed**: attempts go out. It opens when enough of them failed in the last window (`circuitRules`), for example 10 of 20 in ten seconds.
 * - **open**: attempts are refused immediately with the time that is left, a second at least, and nothing is sent.
 * - **half open**, after `openMs`: one attempt goes out as a probe, the others are still refused. A successful probe closes the
 *   circuit and clears the counts; a failed one opens it for another `openMs`; an ignored one leaves the place to the next attempt.
 *
 * An attempt that was admitted before the circuit opened and ends afterwards is never counted: it shows the state that opened the circuit.
 */
export class Circuit {
  #attempts = new Array<number>(buckets).fill(0);
  #failures = new Array<number>(buckets).fill(0);
  #newestPeriod = 0;
  #openUntil: number | null = null;
  #probing = false;
  #openings = 0;

  constructor(
    private readonly rules: CircuitRules,
    /** Milliseconds of a monotonic clock. */
    private readonly now: () => number,
  ) {}

  get isOpen(): boolean {
    return this.#openUntil !== null;
  }

  /** Decides whether an attempt may go out. Pass the admission to `record` when the attempt ends. */
  admit(): AttemptAdmission {
    const openings = this.#openings;
    if (this.#openUntil === null) return { waitMs: 0, isProbe: false, openings };
    const waitMs = this.#openUntil - this.now();
    if (waitMs > 0 || this.#probing) return { waitMs: Math.max(waitMs, shortestWaitMs), isProbe: false, openings };
    this.#probing = true;
    return { waitMs: 0, isProbe: true, openings };
  }

  /** Records how an admitted attempt ended. */
  record({ isProbe, openings }: AttemptAdmission, evidence: CircuitEvidence): void {
    if (isProbe) {
      this.#probing = false;
      if (evidence === 'success') this.#close();
      if (evidence === 'failure') this.#open();
      return;
    }
    if (evidence === 'ignored' || openings !== this.#openings) return;
    const bucket = this.#currentBucket();
    this.#attempts[bucket]! += 1;
    if (evidence === 'failure') this.#failures[bucket]! += 1;
    const attempts = sum(this.#attempts);
    if (attempts >= this.rules.minAttempts && sum(this.#failures) >= attempts * this.rules.failureFraction) this.#open();
  }

  #open(): void {
    this.#openings += 1;
    this.#openUntil = this.now() + this.rules.openMs;
  }

  #close(): void {
    this.#openUntil = null;
    this.#attempts.fill(0);
    this.#failures.fill(0);
  }

  /** Returns the index of the bucket for this moment, and empties the buckets whose period has passed since the last one. */
  #currentBucket(): number {
    const period = Math.floor(this.now() / (this.rules.windowMs / buckets));
    for (let each = Math.max(this.#newestPeriod + 1, period - buckets + 1); each <= period; each += 1) {
      this.#attempts[each % buckets] = 0;
      this.#failures[each % buckets] = 0;
    }
    this.#newestPeriod = Math.max(this.#newestPeriod, period);
    return period % buckets;
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
