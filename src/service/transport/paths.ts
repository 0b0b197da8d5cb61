/*
 * What is known of each path of the service: its circuit, and its pause after a reply with Retry-After. Endpoints of one path share both.
 */

import {
  CircuitOpenError,
  UpstreamInvalidResponseError,
  UpstreamRateLimitedError,
  UpstreamTimeoutError,
  UpstreamUnavailableError,
  type UpstreamError,
} from '../../records/errors.js';
import { type CallContext, pauseBefore } from './exchange.js';

/** What an exchange has shown about the service. `ignored`: nothing, because the service had no part in its failure. */
export type CircuitEvidence = 'success' | 'failure' | 'ignored';

/** The evidence of a failed exchange. Status 429 shows that the service works. */
export function evidenceOf(error: unknown): CircuitEvidence {
  if (error instanceof UpstreamRateLimitedError) return 'success';
  return failuresOfService.some((failure) => error instanceof failure) ? 'failure' : 'ignored';
}

const failuresOfService = [UpstreamTimeoutError, UpstreamUnavailableError, UpstreamInvalidResponseError];

/** Called when the circuit of a path opens, and when it closes again. */
export type OnCircuitChange = (endpointPath: string, isOpen: boolean) => void;

/** The circuits and pauses of a service by path: calls of a path that fails are refused while the others go on. */
export class ServicePaths {
  readonly #paths = new Map<string, { readonly circuit: Circuit; readonly pause: RetryAfterPause }>();

  constructor(
    /** Milliseconds of a monotonic clock. */
    private readonly now: () => number,
    private readonly onCircuitChange: OnCircuitChange = () => {},
  ) {}

  ofEndpoint(endpointPath: string): { readonly circuit: Circuit; readonly pause: RetryAfterPause } {
    let path = this.#paths.get(endpointPath);
    if (!path) {
      const circuit = new Circuit(endpointPath, this.now, this.onCircuitChange);
      this.#paths.set(endpointPath, (path = { circuit, pause: new RetryAfterPause(endpointPath, this.now) }));
    }
    return path;
  }

  /** The paths whose circuit is open. */
  withOpenCircuit(): readonly string[] {
    return [...this.#paths].filter(([, { circuit }]) => circuit.isOpen).map(([endpointPath]) => endpointPath);
  }
}

/** A circuit opens for 5 s when half of at least 20 attempts in 10 s fail: two failures of three prove little. */
export const circuitRules = { windowSeconds: 10, minAttempts: 20, failureFraction: 0.5, openMs: 5_000 };

/**
 * The shortest wait that a refused attempt reports. A caller that asks again at the moment at which the circuit may close meets the probe,
 * whose end is not known, and is refused again.
 */
const shortestWaitMs = 1_000;

/**
 * The circuit breaker of one path of the service. While the service fails there, every further attempt costs a connection, a place in the
 * queue and the caller's time, and adds load to a service in trouble. So the circuit counts how attempts end, and has three states:
 *
 * - **closed**: attempts go out. It opens when enough of them failed in the last window
 *   (`circuitRules`), for example 10 of 20 in ten seconds.
 * - **open**: attempts are refused immediately with the time that is left, a second at least, and nothing is sent.
 * - **half open**, after `openMs`: one attempt goes out as a probe, the others are still refused. A successful probe closes the
 *   circuit and clears the counts; a failed one opens it for another `openMs`; an ignored one leaves the place to the next attempt.
 *
 * An attempt that was admitted before the circuit opened and ends afterwards is never counted: it shows the state that opened the circuit.
 */
export class Circuit {
  /** The attempts of the window by the second in which they ended, the oldest first. */
  #counts: { readonly second: number; attempts: number; failures: number }[] = [];
  #openUntil: number | null = null;
  #isProbing = false;
  #openings = 0;

  constructor(
    private readonly endpointPath: string,
    /** Milliseconds of a monotonic clock. */
    private readonly now: () => number,
    private readonly report: OnCircuitChange,
  ) {}

  get isOpen(): boolean {
    return this.#openUntil !== null;
  }

  /**
   * Admits an attempt.
   * @returns the admission, for `record` at the end of the attempt
   * @throws CircuitOpenError if the circuit refuses it
   */
  admit(): number {
    if (this.#openUntil !== null) {
      const waitMs = this.#openUntil - this.now();
      if (waitMs > 0 || this.#isProbing) throw new CircuitOpenError(this.endpointPath, Math.max(Math.ceil(waitMs), shortestWaitMs));
      this.#isProbing = true;
    }
    return this.#openings;
  }

  /** Admits an attempt that has waited since its admission: the circuit may have opened. @throws as `admit` does */
  readmit(admission: number): number {
    return admission === this.#openings ? admission : this.admit();
  }

  /** Records how an admitted attempt ended. */
  record(admission: number, evidence: CircuitEvidence): void {
    if (admission !== this.#openings) return;
    if (this.isOpen) {
      this.#isProbing = false;
      if (evidence === 'success') {
        this.#openUntil = null;
        this.#counts = [];
        this.report(this.endpointPath, false);
      }
      if (evidence === 'failure') this.#open();
    } else if (evidence !== 'ignored') {
      this.#count(evidence === 'failure');
    }
  }

  #count(isFailure: boolean): void {
    const second = Math.floor(this.now() / 1000);
    while (this.#counts[0] && this.#counts[0].second <= second - circuitRules.windowSeconds) this.#counts.shift();
    let last = this.#counts.at(-1);
    if (last?.second !== second) this.#counts.push((last = { second, attempts: 0, failures: 0 }));
    last.attempts += 1;
    if (!isFailure) return;
    last.failures += 1;
    const attempts = this.#counts.reduce((sum, counted) => sum + counted.attempts, 0);
    const failures = this.#counts.reduce((sum, counted) => sum + counted.failures, 0);
    if (attempts >= circuitRules.minAttempts && failures >= attempts * circuitRules.failureFraction) this.#open();
  }

  #open(): void {
    const wasOpen = this.isOpen;
    this.#openings += 1;
    this.#openUntil = this.now() + circuitRules.openMs;
    if (!wasOpen) this.report(this.endpointPath, true);
  }
}

/** A service may name any time, even by mistake: calls of the path continue after a minute. */
const longestPauseMs = 60_000;

/**
 * The time for which the service wants no calls of one path, by status 429 or 503 with Retry-After. Writes wait too: a call that waits was
 * not sent.
 */
export class RetryAfterPause {
  /** Milliseconds on the clock of `CallContext.expiresAt`. */
  until = 0;
  /** The error of the reply that has asked for it. */
  #cause: UpstreamRateLimitedError | UpstreamUnavailableError | null = null;

  constructor(
    private readonly endpointPath: string,
    private readonly now: () => number,
  ) {}

  /**
   * Waits until the pause is over, which replies may prolong.
   * @param onRefusal receives the refusal, to count it: during a long pause nearly all calls are refused, and few are sent
   * @throws the refusal, if the deadline of the call comes first; UpstreamTimeoutError, CancelledError
   */
  async untilOver({ signal, expiresAt }: CallContext, onRefusal: (refusal: UpstreamError) => void = () => {}): Promise<void> {
    for (let leftMs = this.until - this.now(); leftMs > 0; leftMs = this.until - this.now()) {
      if (this.until < expiresAt) await pauseBefore(leftMs, this.endpointPath, signal);
      else {
        const facts = { retryAfterMs: Math.ceil(leftMs), reply: this.#cause?.reply };
        const refusal =
          this.#cause instanceof UpstreamRateLimitedError
            ? new UpstreamRateLimitedError(this.endpointPath, facts)
            : new UpstreamUnavailableError(this.endpointPath, false, facts);
        onRefusal(refusal);
        throw refusal;
      }
    }
  }

  /** Begins or prolongs the pause, if a reply has asked for it. */
  extendAfter(error: unknown): void {
    const isUnavailable = error instanceof UpstreamUnavailableError && error.reply?.status === 503;
    if (!(error instanceof UpstreamRateLimitedError || isUnavailable)) return;
    const until = this.now() + Math.min(error.retryAfterMs ?? 0, longestPauseMs);
    if (until <= this.until) return;
    this.until = until;
    this.#cause = error;
  }
}
