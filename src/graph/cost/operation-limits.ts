import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import { QueryTooComplexError } from '../../model/errors.js';
import { operationCost, type OperationCost } from './operation-cost.js';
import type { MeterOptions } from './operation-meter.js';

/** The limits of an operation. See operation-cost.ts for how an operation is measured. */
export interface OperationLimits {
  readonly maxDepth: number;
  readonly maxCost: number;
  readonly maxAliases: number;
  readonly maxRootFields: number;
  readonly maxUpstreamCalls: number;
}

/** Measures an operation before it is executed. @throws QueryTooComplexError that names the first limit exceeded */
export type CheckOperation = (
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
  /** The default activity of the caller; null if the caller may query none. Omitted: the default of a caller who may query all activities. */
  defaultActivityId?: number | null,
) => OperationCost;

/** By AST node: measures are collected as garbage together with the document, whose store is bounded. */
type Measures = WeakMap<OperationDefinitionNode, MeasuresOfOperation>;

/** Returns a check of operations against limits. */
export function createOperationCheck(limits: OperationLimits, options: MeterOptions): CheckOperation {
  const measuresByDefault = new Map<number | null, Measures>();
  let stored = 0;
  return (document, operation, variables, defaultActivityId = options.defaultActivityId ?? null) => {
    let measures = measuresByDefault.get(defaultActivityId);
    if (measures === undefined) measuresByDefault.set(defaultActivityId, (measures = new WeakMap()));
    let ofOperation = measures.get(operation);
    if (ofOperation === undefined) measures.set(operation, (ofOperation = new MeasuresOfOperation()));
    let cost = ofOperation.get(variables);
    if (cost === undefined) {
      cost = operationCost(document, operation, variables, { ...options, defaultActivityId });
      stored += ofOperation.set(variables, cost);
      if (stored > maxStoredInAll) {
        measuresByDefault.clear();
        stored = 0;
      }
    }
    const checks: readonly (readonly [string, number, number])[] = [
      ['MAX_DEPTH', limits.maxDepth, cost.depth],
      ['MAX_ALIASES', limits.maxAliases, cost.aliases],
      ['MAX_ROOT_FIELDS', limits.maxRootFields, cost.rootFields],
      ['MAX_COST', limits.maxCost, cost.cost],
      ['MAX_UPSTREAM_CALLS', limits.maxUpstreamCalls, cost.upstreamCalls],
    ];
    for (const [limit, maximum, actual] of checks) {
      if (actual > maximum) throw new QueryTooComplexError(limit, maximum, actual);
    }
    return cost;
  };
}

/** The maximum number of measures and planned calls that are stored of one operation: about 320 kB. One measure alone may have more. */
const maxStored = 400;
/**
 * The maximum number of measures and planned calls that are stored of all operations together, whose number is bounded by the length of their
 * texts only: about 8 MB. Beyond it, all are dropped.
 */
const maxStoredInAll = 10_000;

/**
 * The measures of one operation, by the values of the variables that they depend on. Measuring takes about 20 us, more than any other check of a
 * request. Only numbers, booleans and null are stored: a text may be personal, and a list may be long.
 */
class MeasuresOfOperation {
  #names: readonly string[] = [];
  readonly #byValues = new Map<string, OperationCost>();
  /** The number of these measures and of their planned calls, because a measure may name each of them. */
  #stored = 0;

  get(variables: Readonly<Record<string, unknown>>): OperationCost | undefined {
    const values = this.#valuesOf(variables);
    return values === null ? undefined : this.#byValues.get(values);
  }

  /** @returns the size of what it stored */
  set(variables: Readonly<Record<string, unknown>>, cost: OperationCost): number {
    // With other values, a measure may read other variables: such as those of a field that is included now.
    const added = cost.readVariables.filter((name) => !this.#names.includes(name));
    if (added.length > 0) this.#names = [...this.#names, ...added];
    const values = this.#valuesOf(variables);
    const size = 1 + cost.upstreamCalls;
    if (added.length > 0 || this.#stored + size > maxStored) {
      this.#byValues.clear();
      this.#stored = 0;
    }
    if (values === null) return 0;
    this.#byValues.set(values, cost);
    this.#stored += size;
    return size;
  }

  /** A text that is equal for equal values; null if one is neither a number, a boolean nor null. */
  #valuesOf(variables: Readonly<Record<string, unknown>>): string | null {
    let text = '';
    for (const name of this.#names) {
      const value = variables[name];
      if (typeof value !== 'number' && typeof value !== 'boolean' && value !== null && value !== undefined) return null;
      text += `${String(value)},`;
    }
    return text;
  }
}
