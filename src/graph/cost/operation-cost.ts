/*
 * The cost of an operation is computed before the operation is executed, from its text and its variables alone. It is the
 * number of objects that the response may have, plus ten for each call to the service that is planned.
 *
 * Objects. The fields of a list of objects count once per item. The length of a list is the page size (`first`), the number of
 * ids in its arguments, or ten.
 *
 * Calls. The domain merges reads: content is read once per activity, attendees by id in one call for many. A count per field
 * would therefore be far too high. The cost row of a field (cost-table.ts) states its kind of reads (cost-rows.ts). The OperationMeter
 * follows the operation from the root, and keeps for each selection the objects that it is made on (ParentObjects): their number, their
 * activities, and the read that returned them. From these and the arguments, the ReadPlanner derives a key for every read of a field, and
 * ReturnedObjects the objects that the field returns. Equal keys are one read, and PlannedReads counts the different ones.
 *
 * Example. `{ activity(id: "1001") { attendees(first: 20) { nodes { customFields { value } } } formFields { label } } }` has 232 objects: the
 * activity, the page, 20 attendees with ten form answers each, and ten fields of the form. Three of the fields read: `attendees` with the
 * key of its page; `customFields` and `formFields` with one key, the content `fields` of activity 1001, because form answers are returned
 * in the order of the form. So two calls are planned, and the cost is 232 + 2 * 10 = 252.
 *
 * Variables. In a first pass an argument given by a variable is identified by the variable's name. Its value, perhaps a list of
 * thousands of ids, is then not turned into text, and a plan that no variable influences is valid for all executions of the document. If
 * two reads of a kind have keys with variable names, their values may be equal, and a second pass reads the values.
 *
 * Time. A named fragment is measured once for equal objects, page size and type, so fragments that spread each other take no
 * more time than their text is long. The number of selections and of activities that are distinguished is bounded.
 *
 * Files, in the order to read them: cost-rows and cost-table; operation-meter; parent-objects and returned-objects; read-planner and
 * planned-reads; then how arguments are read: field-arguments, named-records, argument-reader. Apart from the measure: check-cost-rows,
 * check-reads and check-get-one check the rows at the start, operation-limits compares the cost with the limits, cost-directives publishes
 * it in the SDL.
 */

import { GraphQLError, type DocumentNode, type OperationDefinitionNode } from 'graphql';
import type { ContentRead } from '../../domain/reads/content-reads.js';
import { ArgumentReader, isVariableName } from './argument-reader.js';
import { callCost } from './cost-rows.js';
import { OperationMeter, type MeterOptions } from './operation-meter.js';
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
  /** Whether other variables may lead to another measure. */
  readonly dependsOnVariables: boolean;
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
  if (!root) throw new GraphQLError('The schema has no such operation.');
  const measure = (given: Variables, exact: boolean) => {
    const args = new ArgumentReader(operation, given, exact);
    const reads = new PlannedReads(options.maxPageSize);
    const meter = new OperationMeter(document, args, reads, options);
    return { measured: meter.measure(operation.selectionSet, root, 0, meter.root), reads, args };
  };
  let { measured, reads, args } = measure(variables, false);
  const readsValues = reads.mayCoincide;
  if (readsValues) ({ measured, reads, args } = measure(variables, true));
  const { content } = reads;
  const contentDependsOnVariables = content?.some(({ activityId, input }) => [activityId, ...Object.values(input)].some(isVariableName));
  return {
    depth: measured.depth,
    cost: measured.objects + callCost * reads.calls,
    aliases: measured.aliases,
    rootFields: measured.fields,
    upstreamCalls: reads.calls,
    dependsOnVariables: readsValues || args.readsVariables,
    contentReads: content && (contentDependsOnVariables ? (given) => measure(given, true).reads.content ?? [] : () => content),
  };
}
