/* The circuit breaker: a wrapper with one circuit for each path of the service. */

import { CircuitOpenError } from '../../../records/errors.js';
import { circuitEvidenceOf } from '../attempt-errors.js';
import { Circuit, type AttemptAdmission, type CircuitEvidence, type CircuitRules } from '../circuit.js';
import { safeObserver } from '../safe-observer.js';
import type { Transport } from '../transport.js';

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
