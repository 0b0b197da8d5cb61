/* Checks that the planner plans the reads of a cost row as the field makes them. */

import {
  getNamedType,
  getNullableType,
  isAbstractType,
  isInputObjectType,
  isListType,
  isObjectType,
  type GraphQLField,
  type GraphQLSchema,
} from 'graphql';
import { entityTypeOf, type ReferableKind } from '../entity-types.js';
import {
  itemsOf,
  pageOf,
  typesWithDetails,
  type ContentReads,
  type Costs,
  type FieldCost,
  type FieldReads,
  type PageReads,
} from './cost-rows.js';

/** A field of a schema. */
export interface SchemaField {
  readonly typeName: string;
  /** Type and field, such as `Activity.schedule`. */
  readonly coordinate: string;
  readonly field: GraphQLField<unknown, unknown>;
}

/**
 * Checks the reads that the cost row of a field states. Otherwise two activities, two pages or two lists would count as one call, and the
 * limits of an operation would not cover the calls that it makes.
 * @throws Error that names the field and what its row has to state
 */
export function checkReads(field: SchemaField, costs: Costs, schema: GraphQLSchema): void {
  const cost = costs.get(field.coordinate);
  checkDetails(field, cost?.reads ?? 'none', costs, schema);
  if (cost === undefined) return;
  checkActivity(field, cost);
  checkActivities(field, cost);
  const { reads } = cost;
  if (reads === 'page items' || reads === 'page edges') checkPageItems(field, costs, schema);
  if (typeof reads === 'string') return;
  if ('content' in reads) checkContent(field, reads, cost);
  else if ('pageFrom' in reads) checkPage(field, reads, cost);
  else if ('lookup' in reads) checkLookup(field, reads.lookup, cost, reads.id);
  else if ('link' in reads) checkType(field, reads.link);
  else if ('references' in reads) checkReferences(field, reads.references, cost);
}

/** Whether the planner plans the calls of the fields that only get-one returns, for the objects of a field. */
function plansDetails(reads: FieldReads): boolean {
  if (typeof reads === 'object') return 'lookup' in reads || 'link' in reads || 'references' in reads;
  return reads === 'page items' || reads.startsWith('bound ');
}

/** Checks that a field plans the calls of the fields that only get-one returns, if the objects to which it leads have any. */
function checkDetails({ typeName, coordinate, field }: SchemaField, reads: FieldReads, costs: Costs, schema: GraphQLSchema): void {
  const returned = getNamedType(field.type);
  const types = isAbstractType(returned) ? schema.getPossibleTypes(returned) : [returned];
  const withDetails = typesWithDetails(costs);
  const type = types.find(({ name }) => withDetails.has(name));
  if (type !== undefined && !plansDetails(reads)) {
    throw new Error(
      `${coordinate} returns ${type.name}, of which some fields take a call each. State in ${table} how it reads them: \`lookup\`, \`link\` ` +
        `or 'page items'.`,
    );
  }
  if (reads === 'detail' && isRootType(typeName))
    throw new Error(
      `${coordinate} reads 'detail' by its cost row, but no field leads to ${typeName}. State 'call per object' in ${table}.`,
    );
}

/** Checks that the row states the argument which names an activity, so that two activities are two reads. */
function checkActivity({ coordinate, field }: SchemaField, { reads, activity }: FieldCost): void {
  const named = pathsOf(field);
  if (activity !== undefined && !named.includes(activity))
    throw new Error(`${coordinate} has no argument ${activity}, which its cost row names as its activity.`);
  const unstated = named.find((path) => path.split('.').at(-1) === 'activityId' && path !== activity);
  // A bound operation names its activity by any of its arguments: see activityOfWrite in field-arguments.ts.
  if (unstated === undefined || reads === 'bound read' || reads === 'bound write') return;
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
function checkActivities({ typeName, coordinate, field }: SchemaField, { reads, activity }: FieldCost): void {
  const returnsActivities = getNamedType(field.type).name === activityType;
  if (reads === 'activities' && !returnsActivities)
    throw new Error(`${coordinate} reads 'activities' by its cost row, but returns none. State that it reads 'none' in ${table}.`);
  if (reads === 'activities' || !returnsActivities || !isRootType(typeName) || activity !== undefined) return;
  throw new Error(
    `${coordinate} returns activities. State in ${table} that it reads 'activities', or the argument that names the only one in \`activity\`.`,
  );
}

/** Checks that each argument of a lookup has a place in the row, so that different records are different reads. */
function checkLookup(schemaField: SchemaField, kind: ReferableKind, { size, activity }: FieldCost, id: string | undefined): void {
  const { coordinate, field } = schemaField;
  checkType(schemaField, kind);
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
function checkType({ coordinate, field }: SchemaField, kind: ReferableKind): void {
  const [expected, { name }] = [entityTypeOf({ kind }), getNamedType(field.type)];
  if (name === expected) return;
  throw new Error(
    `${coordinate} looks up ${expected} by its cost row, but returns ${name}. State the kind of ${name}, or that it reads 'call per object', in ${table}.`,
  );
}

/** Checks that a list of references is also the size of the list that the field returns. */
function checkReferences({ coordinate, field }: SchemaField, argument: string, { size }: FieldCost): void {
  const type = field.args.find(({ name }) => name === argument)?.type;
  if (!type) throw new Error(`${coordinate} has no argument ${argument}, which its cost row names as its references.`);
  const isList = isListType(getNullableType(type));
  if (isList && itemsOf(size) !== argument)
    throw new Error(`${coordinate} has a list of references. State its \`size\` as { itemsOf: '${argument}' } in ${table}.`);
  if (!isList && size !== undefined) throw new Error(`${coordinate} has one reference. State no \`size\` in ${table}.`);
}

/** Checks that a field which reads items or edges belongs to a page, or to an edge. */
function checkPageItems({ typeName, coordinate }: SchemaField, costs: Costs, schema: GraphQLSchema): void {
  for (const [leading, { reads }] of costs) {
    if (reads !== 'page edges' && !(typeof reads === 'object' && 'pageFrom' in reads)) continue;
    const [leadingType = '', name = ''] = leading.split('.');
    const type = schema.getType(leadingType);
    const field = isObjectType(type) ? type.getFields()[name] : undefined;
    if (field && getNamedType(field.type).name === typeName) return;
  }
  throw new Error(
    `${coordinate} reads items or edges of a page by its cost row, but ${typeName} is no page. State 'call per object' in ${table}.`,
  );
}

/** Checks that each argument of a list of content has a place in the row, and that the row names no other. */
function checkContent({ coordinate, field }: SchemaField, { input = {}, filters = [] }: ContentReads, { activity }: FieldCost): void {
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
function checkPage({ typeName, coordinate, field }: SchemaField, { pageFrom }: PageReads, { size, activity }: FieldCost): void {
  const unknown = pageFrom.find((name) => !field.args.some((argument) => argument.name === name));
  if (unknown !== undefined)
    throw new Error(`${coordinate} has no argument ${unknown}, which its cost row names as the start of its page.`);
  if (pageOf(size) === undefined)
    throw new Error(`${coordinate} reads a page by its cost row, so its \`size\` is the argument that states the length, in ${table}.`);
  if (typeName === activityType || typeName === 'Query' || activity !== undefined) return;
  throw new Error(
    `${coordinate} reads a page by its cost row, which is planned once per activity. If each object has a list of its own, state 'call per object' in ${table}.`,
  );
}

const activityType = entityTypeOf({ kind: 'activity' });
const isRootType = (typeName: string): boolean => typeName === 'Query' || typeName === 'Mutation' || typeName === 'Subscription';

const table = 'src/graph/cost/cost-table.ts';
