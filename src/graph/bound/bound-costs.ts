import { coordinateOf, payloadNameOf, type OperationsFile } from '../../model/bound/bound-operation.js';
import { typesWithGetOneFields, type CostRows, type FieldCost } from '../cost/cost-rows.js';
import { costTable } from '../cost/cost-table.js';

/** Returns the cost rows of a graph with bound operations. Each use of an operation plans one call. */
export function boundCosts({ types, operations }: OperationsFile): CostRows {
  const rows = new Map<string, FieldCost>(costTable);
  // A parameter may be called `ids` or `first`, but it does not state the length of the result.
  const call = (kind: 'boundRead' | 'boundWrite'): FieldCost => ({ reads: { kind }, size: 'assumed' });
  const records: FieldCost = { reads: { kind: 'boundRecords' }, size: 'assumed' };
  const withGetOneFields = typesWithGetOneFields(costTable);
  for (const operation of operations) {
    const isWrite = operation.on === 'Mutation';
    rows.set(coordinateOf(operation), call(isWrite ? 'boundWrite' : 'boundRead'));
    if (isWrite && withGetOneFields.has(operation.result.name)) rows.set(`${payloadNameOf(operation.key)}.result`, records);
  }
  for (const { name, fields } of types) {
    for (const field of fields) if (withGetOneFields.has(field.type.name)) rows.set(`${name}.${field.name}`, records);
  }
  return rows;
}
