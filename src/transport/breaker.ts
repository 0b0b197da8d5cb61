import {
  CancelledError,
  CircuitOpenError,
  SigningFailedError,
  UpstreamError,
  UpstreamOverloadedError,
  UpstreamRateLimitedError,
  UpstreamTimeoutError,
} from '../model/upstream-errors.js';
import { Circuit, type Admission, type CircuitRules, type Outcome } from './circuit.js';
import { guarded } from './guarded.js';
import type { Transport } from './transport.js';

/** Half of at least 20 calls in 10 s failing opens a circuit for 5 s; then one probe decides. */
export const circuitRules: CircuitRules = { windowMs: 10_000, minCalls: 20, failureShare: 0.5, openMs: 5_000 };

/** Told when an operation begins to be spared, and when it is asked again. */
export type OnCircuitChange = (operation: string, isOpen: boolean) => void;

export interface Breaker {
  readonly transport: Transport;
  /** The operations whose circuit is open, for metrics. */
  openCircuits(): readonly string[];
}

/** A circuit for each operation of the service: one that keeps failing is spared, and the others do not notice. */
export function breaker(transport: Transport, rules: CircuitRules, now: () => number, onChange: OnCircuitChange = () => {}): Breaker {
  const report = guarded(onChange);
  const circuits = new Map<string, Circuit>();
  const circuitOf = (operation: string): Circuit => {
    let circuit = circuits.get(operation);
    if (!circuit) circuits.set(operation, (circuit = new Circuit(rules, now)));
    return circuit;
  };
  const record = (operation: string, circuit: Circuit, admission: Admission, outcome: Outcome) => {
    const wasOpen = circuit.isOpen;
    circuit.record(admission, outcome);
    if (circuit.isOpen !== wasOpen) report(operation, circuit.isOpen);
  };
  return {
    openCircuits: () => [...circuits].filter(([, circuit]) => circuit.isOpen).map(([operation]) => operation),
    transport: async (request, bounds) => {
      const circuit = circuitOf(request.operation);
      const admission = circuit.admit();
      if (admission.waitMs > 0) throw new CircuitOpenError(request.operation, Math.ceil(admission.waitMs));
      try {
        const reply = await transport(request, bounds);
        record(request.operation, circuit, admission, 'success');
        return reply;
      } catch (error) {
        record(request.operation, circuit, admission, outcomeOf(error));
        throw error;
      }
    },
  };
}

/** 429 is a reply. A call that never got as far as the service, or that was cancelled, shows nothing about the service. */
function outcomeOf(error: unknown): Outcome {
  if (error instanceof UpstreamRateLimitedError) return 'success';
  if (!(error instanceof UpstreamError) || withoutTheService.some((kind) => error instanceof kind)) return 'neither';
  return error instanceof UpstreamTimeoutError && !error.attempted ? 'neither' : 'failure';
}

const withoutTheService = [CancelledError, UpstreamOverloadedError, SigningFailedError];
