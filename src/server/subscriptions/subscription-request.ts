import type { Caller } from '../../model/caller.js';
import type { Parameters } from '../operations/parameters.js';
import type { NameForLog } from '../telemetry/operation-name.js';

/** The request for a subscription. */
export interface SubscriptionRequest {
  readonly requestId: string;
  readonly caller: Caller;
  readonly parameters: Parameters;
  /** Aborts when the subscriber has disconnected. */
  readonly signal: AbortSignal;
}

/**
 * What the audit lines of a subscription have in common.
 * @param name the name of the operation, if it is known better than from the request
 */
export function auditedAs({ requestId, caller, parameters }: SubscriptionRequest, nameForLog: NameForLog, name = parameters.operationName) {
  return { requestId, caller: caller.name, operationName: nameForLog(name) };
}
