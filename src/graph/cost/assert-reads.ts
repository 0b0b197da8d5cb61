import { getNamedType, getNullableType, isInputObjectType, isListType, isObjectType, type GraphQLSchema } from 'graphql';
import { entityTypeOf, type ReferableKind } from '../entity-types.js';
import { assertGetOne } from './assert-get-one.js';
import {
  itemsOf,
  pageOf,
  type ContentRow,
  type CostRows,
  type FieldCost,
  type LookupRow,
  type PageRow,
  type ReferenceRow,
} from './cost-rows.js';
import { isRootType, costTableFile as table, type SchemaField } from './schema-field.js';

/**
 * Checks the reads that the cost row of a field states. If the row of `goods(id:)` did not name `id`, for example, two ids would count as one
 * call, and the limits of an operation would not cover the second one.
 * @param withGetOneFields the types with a field that only get-one returns
 * @throws Error that names the field and what its row has to state
 */
export function assertReads(field: SchemaField, costs: CostRows, schema: GraphQLSchema, withGetOneFields: ReadonlySet<string>): void {
  const cost = costs.get(field.coordinate);
  assertGetOne(field, cost?.reads ?? { kind: 'none' }, withGetOneFields, schema);
  if (cost === undefined) return;
  assertActivity(field, cost);
  assertActivities(field, cost);
  const { reads } = cost;
  switch (reads.kind) {
    case 'content':
      return assertContent(field, reads, cost);
    case 'page':
      return assertPage(field, reads, cost);
    case 'pageItems':
    case 'pageEdges':
      return assertPageItems(field, costs, schema);
    case 'lookup':
      return assertLookup(field, reads, cost);
    case 'link':
      return assertReturnedType(field, reads.to);
    case 'references':
      return assertReferences(field, reads, cost);
    case 'none':
    case 'activities':
    case 'recordCount':
    case 'getOne':
    case 'callPerObject':
    case 'callPerAlias':
    case 'checkedCall':
    case 'boundRead':
    case 'boundWrite':
    case 'boundRecords':
      return undefined;
  }
}

/** Checks that the row states the argument which names an activity, so that two activities are two reads. */
function assertActivity({ coordinate, field }: SchemaField, { reads, activity }: FieldCost): void {
  const named = pathsOf(field);
  if (activity !== undefined && !named.includes(activity))
    throw new Error(`${coordinate} has no argument ${activity}, which its cost row names as its activity.`);
  const unstated = named.find((path) => path.split('.').at(-1) === 'activityId' && path !== activity);
  // A bound write may also name its activity by an id: see activityOfWrite in field-arguments.ts.
  if (unstated === undefined || reads.kind === 'boundRead' || reads.kind === 'boundWrite') return;
  throw new Error(`${coordinate} has the argument ${unstated}. State it in \`activity\` of its cost row, in ${table}.`);
}

/** The arguments of a field and their members, such as `by` and `by.id`. */
function pathsOf({ args }: SchemaField['field']): readonly string[] {
  return args.flatMap(({ name, type }) => {
    const given = getNamedType(type);
    return [name, ...(isInputObjectType(given) ? Object.keys(given.getFields()).map((member) => `${name}.${member}`) : [])];
  });
}

/** Checks that a field of a root type states the activities that it returns: the reads below it are planned for them. */
function assertActivities({ typeName, coordinate, field }: SchemaField, { reads, activity }: FieldCost): void {
  const returnsActivities = getNamedType(field.type).name === activityType;
  if (reads.kind === 'activities' && !returnsActivities)
    throw new Error(`${coordinate} reads 'activities' by its cost row, but returns none. State that it reads 'none' in ${table}.`);
  if (reads.kind === 'activities' || !returnsActivities || !isRootType(typeName) || activity !== undefined) return;
  throw new Error(
    `${coordinate} returns activities. State in ${table} that it reads 'activities', or the argument that names the only one in \`activity\`.`,
  );
}

/** Checks that each argument of a lookup has a place in the row, so that different records are different reads. */
function assertLookup(schemaField: SchemaField, { of, id }: LookupRow, { size, activity }: FieldCost): void {
  const { coordinate, field } = schemaField;
  assertReturnedType(schemaField, of);
  if (id !== undefined && !pathsOf(field).includes(id))
    throw new Error(`${coordinate} has no argument ${id}, which its cost row names as the id of its lookup.`);
  const stated = [id, activity, itemsOf(size)].map((path) => path?.split('.')[0]);
  const missing = field.args.find(({ name }) => !stated.includes(name));
  if (missing === undefined) return;
  throw new Error(
    `${coordinate} has the argument ${missing.name}, which its cost row does not name. State it in \`id\` if it names one record, in ` +
      `\`size\` as { itemsOf: '${missing.name}' } if it names many, or in \`activity\` if it names the activity, in ${table}.`,
  );
}

/** Checks that a field returns the type of the records that its row states. */
function assertReturnedType({ coordinate, field }: SchemaField, kind: ReferableKind): void {
  const [expected, { name }] = [entityTypeOf({ kind }), getNamedType(field.type)];
  if (name === expected) return;
  throw new Error(
    `${coordinate} looks up ${expected} by its cost row, but returns ${name}. State the kind of ${name}, or that it reads 'callPerObject', in ${table}.`,
  );
}

/** Checks that a list of references is also the size of the list that the field returns. */
function assertReferences({ coordinate, field }: SchemaField, { argument }: ReferenceRow, { size }: FieldCost): void {
  const type = field.args.find(({ name }) => name === argument)?.type;
  if (!type) throw new Error(`${coordinate} has no argument ${argument}, which its cost row names as its references.`);
  const isList = isListType(getNullableType(type));
  if (isList && itemsOf(size) !== argument)
    throw new Error(`${coordinate} has a list of references. State its \`size\` as { itemsOf: '${argument}' } in ${table}.`);
  if (!isList && size !== undefined) throw new Error(`${coordinate} has one reference. State no \`size\` in ${table}.`);
}

/** Checks that a field which reads items or edges belongs to a page, or to an edge. */
function assertPageItems({ typeName, coordinate }: SchemaField, costs: CostRows, schema: GraphQLSchema): void {
  for (const [leading, { reads }] of costs) {
    if (reads.kind !== 'pageEdges' && reads.kind !== 'page') continue;
    const [leadingType = '', name = ''] = leading.split('.');
    const type = schema.getType(leadingType);
    const field = isObjectType(type) ? type.getFields()[name] : undefined;
    if (field && getNamedType(field.type).name === typeName) return;
  }
  throw new Error(
    `${coordinate} reads items or edges of a page by its cost row, but ${typeName} is not a page. State 'callPerObject' in ${table}.`,
  );
}

/** Checks that each argument of a list of content has a place in the row, and that the row names no other. */
function assertContent({ coordinate, field }: SchemaField, { input = {}, filters = [] }: ContentRow, { activity }: FieldCost): void {
  const stated = [...Object.values(input), ...filters];
  const given = field.args.map(({ name }) => name).filter((name) => name !== activity);
  const missing = given.find((name) => !stated.includes(name));
  if (missing !== undefined) {
    throw new Error(
      `${coordinate} has the argument ${missing}, which its cost row does not name. State it in \`input\` if it is sent to the service, ` +
        `in \`filters\` if it selects from the list, or in \`activity\` if it names the activity, in ${table}.`,
    );
  }
  const unknown = stated.find((name) => !given.includes(name));
  if (unknown !== undefined)
    throw new Error(`${coordinate} has no argument ${unknown}, which its cost row names in \`input\` or \`filters\`.`);
}

/** Checks that the row of a page names arguments that the field has, and belongs to a field that reads one page per activity. */
function assertPage({ typeName, coordinate, field }: SchemaField, { from }: PageRow, { size, activity }: FieldCost): void {
  const unknown = Object.keys(from).find((name) => !field.args.some((argument) => argument.name === name));
  if (unknown !== undefined)
    throw new Error(`${coordinate} has no argument ${unknown}, which its cost row names as the start of its page.`);
  if (pageOf(size) === undefined)
    throw new Error(`${coordinate} reads a page by its cost row, so its \`size\` is the argument that states the length, in ${table}.`);
  if (typeName === activityType || typeName === 'Query' || activity !== undefined) return;
  throw new Error(
    `${coordinate} reads a page by its cost row, which is planned once per activity. If each object has a list of its own, state 'callPerObject' in ${table}.`,
  );
}

const activityType = entityTypeOf({ kind: 'activity' });
