import { coordinateOf, payloadNameOf, type EndpointBinding, type OperationsFile } from '../../model/bound/endpoint-binding.js';
import { typesWithGetOneFields, type CostRows, type FieldCost } from '../cost/cost-rows.js';
import { costTable } from '../cost/cost-table.js';

/** Returns the cost rows of a graph with bound fields. Each use of such a field plans one call. */
export function boundCosts({ types, bindings }: OperationsFile): CostRows {
  const rows = new Map<string, FieldCost>(costTable);
  // A parameter may be called `ids` or `first`, but it does not state the length of the result.
  const call = ({ on, parameters }: EndpointBinding): FieldCost => {
    const ids = new Map(parameters.filter(({ kind }) => kind !== null).map(({ name, defaultValue }) => [name, defaultValue]));
    return { reads: on === 'Activity' ? { kind: 'boundRead' } : { kind: 'boundWrite', ids }, size: 'assumed' };
  };
  const records: FieldCost = { reads: { kind: 'boundRecords' }, size: 'assumed' };
  const withGetOneFields = typesWithGetOneFields(costTable);
  for (const binding of bindings) {
    rows.set(coordinateOf(binding), call(binding));
    if (binding.on === 'Mutation' && withGetOneFields.has(binding.result.name)) rows.set(`${payloadNameOf(binding.key)}.result`, records);
  }
  for (const { name, fields } of types) {
    for (const field of fields) if (withGetOneFields.has(field.type.name)) rows.set(`${name}.${field.name}`, records);
  }
  return rows;
}
