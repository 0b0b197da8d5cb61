import { coordinateOf, payloadNameOf, type OperationsFile } from '../../model/bound/bound-operation.js';
import { typesWithDetails, type Costs, type FieldCost } from '../cost/cost-rows.js';
import { costTable } from '../cost/cost-table.js';

/** Returns the cost rows of a graph with bound operations. Each use of an operation plans one call. */
export function boundCosts({ types, operations }: OperationsFile): Costs {
  const rows = new Map<string, FieldCost>(costTable);
  // A parameter may be called `ids` or `first`, but it does not state the length of the result.
  const call = (reads: 'bound read' | 'bound write'): FieldCost => ({ reads, size: 'assumed' });
  const records: FieldCost = { reads: 'bound records', size: 'assumed' };
  const withDetails = typesWithDetails(costTable);
  for (const operation of operations) {
    const isWrite = operation.on === 'Mutation';
    rows.set(coordinateOf(operation), call(isWrite ? 'bound write' : 'bound read'));
    if (isWrite && withDetails.has(operation.result.name)) rows.set(`${payloadNameOf(operation.key)}.result`, records);
  }
  for (const { name, fields } of types) {
    for (const field of fields) if (withDetails.has(field.type.name)) rows.set(`${name}.${field.name}`, records);
  }
  return rows;
}
