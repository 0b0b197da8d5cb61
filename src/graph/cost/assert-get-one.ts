import { getNamedType, isAbstractType, type GraphQLSchema } from 'graphql';
import type { FieldReads } from './cost-rows.js';
import { isRootType, costTableFile as table, type SchemaField } from './schema-field.js';

/**
 * Checks that a field which leads to objects plans the calls of their fields that only get-one returns: for each attendee of `attendees`, for
 * example, `points` takes a call.
 * @param withGetOneFields the types that have such fields
 * @throws Error that names the field and what its row has to state
 */
export function assertGetOne(
  { typeName, coordinate, field }: SchemaField,
  reads: FieldReads,
  withGetOneFields: ReadonlySet<string>,
  schema: GraphQLSchema,
): void {
  const returned = getNamedType(field.type);
  const types = isAbstractType(returned) ? schema.getPossibleTypes(returned) : [returned];
  const type = types.find(({ name }) => withGetOneFields.has(name));
  if (type !== undefined && !plansGetOne[reads.kind]) {
    throw new Error(
      `${coordinate} returns ${type.name}, of which some fields take a call each. State in ${table} how it reads them: 'lookup', ` +
        `'link' or 'pageItems'.`,
    );
  }
  if (reads.kind === 'getOne' && isRootType(typeName)) {
    throw new Error(`${coordinate} reads 'getOne' by its cost row, but no field leads to ${typeName}. State 'callPerObject' in ${table}.`);
  }
}

/** Whether the planner plans the calls of the fields that only get-one returns, for the objects of a field. */
const plansGetOne: Readonly<Record<FieldReads['kind'], boolean>> = {
  none: false,
  activities: false,
  content: false,
  page: false,
  recordCount: false,
  pageItems: true,
  pageEdges: false,
  lookup: true,
  link: true,
  getOne: false,
  references: true,
  callPerObject: false,
  callPerAlias: false,
  checkedCall: false,
  boundRead: true,
  boundWrite: true,
  boundRecords: true,
};
