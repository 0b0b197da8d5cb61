import { coordinateOf, payloadNameOf, type BoundOperation, type OperationsFile } from '../../model/bound/bound-operation.js';
import { typesWithGetOneFields, type CostRows, type FieldCost } from '../cost/cost-rows.js';
import { costTable } from '../cost/cost-table.js';

/** Returns the cost rows of a graph with bound operations. Each use of an operation plans one call. */
export function boundCosts({ types, operations }: OperationsFile): CostRows {
  const rows = new Map<string, FieldCost>(costTable);
  // A parameter may be called `ids` or `first`, but it does not state the length of the result.
  const call = ({ on, parameters }: BoundOperation): FieldCost => {
    const ids = new Map(parameters.filter(({ kind }) => kind !== null).map(({ name, defaultValue }) => [name, defaultValue]));
    return { reads: on === 'Activity' ? { kind: 'boundRead' } : { kind: 'boundWrite', ids }, size: 'assumed' };
  };
  const records: FieldCost = { reads: { kind: 'boundRecords' }, size: 'assumed' };
  const withGetOneFields = typesWithGetOneFields(costTable);
  for (const operation of operations) {
    rows.set(coordinateOf(operation), call(operation));
    if (operation.on === 'Mutation' && withGetOneFields.has(operation.result.name))
      rows.set(`${payloadNameOf(operation.key)}.result`, records);
  }
  for (const { name, fields } of types) {
    for (const field of fields) if (withGetOneFields.has(field.type.name)) rows.set(`${name}.${field.name}`, records);
  }
  return rows;
}
