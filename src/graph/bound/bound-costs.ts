import { coordinateOf, payloadNameOf, type OperationsFile } from '../../model/bound/bound-operation.js';
import type { Costs, FieldCost } from '../cost/cost-rows.js';
import { costTable } from '../cost/cost-table.js';

/** Returns the cost rows of a graph with bound operations. Each use of an operation plans one call. */
export function boundCosts({ types, operations }: OperationsFile): Costs {
  const rows = new Map<string, FieldCost>(costTable);
  // A parameter may be called `ids` or `first`, but it does not state the length of the result.
  const call: FieldCost = { reads: 'bound operation', calls: 1, size: 'assumed' };
  const attendees: FieldCost = { reads: 'bound attendees', calls: 0, size: 'assumed' };
  for (const operation of operations) {
    rows.set(coordinateOf(operation), call);
    if (operation.on === 'Mutation' && operation.result.name === 'Attendee') rows.set(`${payloadNameOf(operation.key)}.result`, attendees);
  }
  for (const { name, fields } of types) {
    for (const field of fields) if (field.type.name === 'Attendee') rows.set(`${name}.${field.name}`, attendees);
  }
  return rows;
}
