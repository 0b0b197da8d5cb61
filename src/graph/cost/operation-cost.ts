/*
 * The cost of an operation, computed from its text and variables before it is executed: the objects that the response may have, plus ten for
 * each planned call to the service. For example:
 *
 *     { activity(id: "1001") { attendees(first: 20) { nodes { customFields { value } } } formFields { label } } }
 *
 *     objects   activity 1, page 1, attendees 20, their form answers 20 * 10, form fields 10     232
 *     calls     the page of attendees; the form, which `customFields` and `formFields` share     2
 *     cost      232 + 2 * 10                                                                     252
 *
 * Objects. The length of a list is the page size (`first`), the number of ids in its arguments, or ten.
 *
 * Calls. The cost row of a field states its kind of reads. OperationMeter follows the operation, and knows for each selection the objects
 * that it is made on (ParentObjects). From these and the arguments, ReadPlanner makes a key for each read. Equal keys are one call, as
 * equal reads share a call in the domain.
 *
 * Variables. In a first pass, `$ids` stands for its value, perhaps thousands of ids. So a plan that no variable influences is valid for every
 * execution. Only if two reads of a kind have such keys may their values be equal: then a second pass reads the values.
 *
 * A named fragment is measured once for equal objects, so fragments that spread each other take no more time than their text is long.
 *
 * Files, in the order to read them: cost-rows, cost-table; operation-meter; parent-objects, returned-objects; read-planner, planned-reads;
 * field-arguments, named-records, argument-reader. Apart from the measure: assert-cost-rows, assert-reads and assert-get-one check the rows at
 * the start, operation-limits compares the cost with the limits, cost-directives publishes it in the SDL.
 */

import { GraphQLError, type DocumentNode, type OperationDefinitionNode } from 'graphql';
import type { ContentRead } from '../../domain/reads/content-reads.js';
import { ArgumentReader, isVariableName } from './argument-reader.js';
import { callCost } from './cost-rows.js';
import { OperationMeter, type MeterOptions } from './operation-meter.js';
import { unknownActivity } from './parent-objects.js';
import { PlannedReads } from './planned-reads.js';

export interface OperationCost {
  /** The number of nested levels of fields. */
  readonly depth: number;
  /** Objects, plus ten for each planned call. */
  readonly cost: number;
  readonly aliases: number;
  readonly rootFields: number;
  /** Planned calls to the service. */
  readonly upstreamCalls: number;
  /** The variables whose values the measure depends on. */
  readonly readVariables: readonly string[];
  /** Returns the planned reads; null if any of them is not content, which alone can be cached. */
  readonly contentReads: ((variables: Variables) => readonly ContentRead[]) | null;
}

type Variables = Readonly<Record<string, unknown>>;

/** Measures an operation. A fragment counts at each place where it is spread. Of introspection only the aliases count. */
export function operationCost(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
  options: MeterOptions,
): OperationCost {
  const root = options.schema.getRootType(operation.operation);
  if (!root) throw new GraphQLError(`The schema has no operations of the kind ${operation.operation}.`);
  const measure = (given: Variables, exact: boolean) => {
    const args = new ArgumentReader(operation, given, exact);
    const reads = new PlannedReads(options.maxPageSize);
    const meter = new OperationMeter(document, args, reads, options);
    return { measured: meter.measure(operation.selectionSet, root, 0, meter.root), reads, args };
  };
  const first = measure(variables, false);
  const { measured, reads, args } = first.reads.mayCoincide ? measure(variables, true) : first;
  const { content } = reads;
  const contentDependsOnVariables = content?.some(({ activityId, input }) =>
    [activityId ?? unknownActivity, ...Object.values(input)].some(isVariableName),
  );
  return {
    depth: measured.depth,
    cost: measured.objects + callCost * reads.calls,
    aliases: measured.aliases,
    rootFields: measured.fields,
    upstreamCalls: reads.calls,
    readVariables: [...args.readVariables],
    contentReads: content && (contentDependsOnVariables ? (given) => measure(given, true).reads.content ?? [] : () => content),
  };
}
