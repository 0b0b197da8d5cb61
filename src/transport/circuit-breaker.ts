/* The circuit breaker: a wrapper with one circuit for each operation of the service. */

import { CircuitOpenError } from '../model/upstream-errors.js';
import { Circuit, type Admission, type CircuitEvidence, type CircuitRules } from './circuit.js';
import { guarded } from './guarded.js';
import { circuitEvidenceOf } from './call-outcome.js';
import type { Transport } from './transport.js';

/** Called when the circuit of an operation opens, and when it closes again. */
export type OnCircuitChange = (operation: string, isOpen: boolean) => void;

/** The circuits of a service by operation: an operation that fails is rejected while the others go on. */
export class Circuits {
  readonly #circuits = new Map<string, Circuit>();
  readonly #report: OnCircuitChange;

  constructor(
    private readonly rules: CircuitRules,
    /** Milliseconds, never backwards. */
    private readonly now: () => number,
    onChange: OnCircuitChange = () => {},
  ) {
    this.#report = guarded(onChange);
  }

  /** Paths of the operations whose circuit is open. */
  openOperations(): readonly string[] {
    return [...this.#circuits].filter(([, circuit]) => circuit.isOpen).map(([operation]) => operation);
  }

  /** @throws CircuitOpenError if the circuit rejects the call. */
  admit(operation: string): Admission {
    const admission = this.#circuitOf(operation).admit();
    if (admission.waitMs > 0) throw new CircuitOpenError(operation, Math.ceil(admission.waitMs));
    return admission;
  }

  record(operation: string, admission: Admission, evidence: CircuitEvidence): void {
    const circuit = this.#circuitOf(operation);
    const wasOpen = circuit.isOpen;
    circuit.record(admission, evidence);
    if (circuit.isOpen !== wasOpen) this.#report(operation, circuit.isOpen);
  }

  #circuitOf(operation: string): Circuit {
    let circuit = this.#circuits.get(operation);
    if (!circuit) this.#circuits.set(operation, (circuit = new Circuit(this.rules, this.now)));
    return circuit;
  }
}

/** Rejects calls of an operation while its circuit is open, and records how the admitted ones end. */
export function withCircuitBreaker(transport: Transport, circuits: Circuits): Transport {
  return async (request, bounds) => {
    const admission = circuits.admit(request.operation);
    try {
      const reply = await transport(request, bounds);
      circuits.record(request.operation, admission, 'success');
      return reply;
    } catch (error) {
      circuits.record(request.operation, admission, circuitEvidenceOf(error));
      throw error;
    }
  };
}
