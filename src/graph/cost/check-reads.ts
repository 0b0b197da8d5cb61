/* Checks that the planner plans the reads of a cost row as the field makes them. */

import { getNamedType, isAbstractType, isInputObjectType, type GraphQLField, type GraphQLSchema } from 'graphql';
import type { ContentReads, FieldCost, FieldReads, PageReads } from './cost-rows.js';
import type { CostCoordinate } from './cost-table.js';

/** A field of a schema. */
export interface SchemaField {
  readonly typeName: string;
  /** Type and field, such as `Activity.schedule`. */
  readonly coordinate: string;
  readonly field: GraphQLField<unknown, unknown>;
}

type Kind = Extract<FieldReads, string>;

/** The reads that the planner plans from the arguments and the objects of certain fields. It would plan other fields wrongly. */
const plannedFields: Partial<Record<Kind, readonly CostCoordinate[]>> = {
  attendees: ['Query.attendee', 'Query.attendeesByIds', 'Activity.attendee'],
  'self attendee': ['Activity.viewer'],
  references: ['Query.node', 'Query._entities'],
  registration: ['Mutation.addAttendees'],
  'page items': ['AttendeeConnection.nodes', 'AttendeeEdge.node'],
};

/** The fields of root types whose activities returned-objects.ts finds by their arguments. */
const activityFields: readonly CostCoordinate[] = ['Query.activity', 'Query.activities', 'Query.activitiesByIds'];

/** The reads with which the planner also plans the calls of the attendees that a field leads to. */
const attendeeReads: ReadonlySet<Kind> = new Set<Kind>([
  'attendees',
  'self attendee',
  'linked attendee',
  'page items',
  'references',
  'bound operation',
  'bound attendees',
]);

/**
 * Checks the reads that a cost row states. Otherwise two activities, two pages or two lists would count as one call, and the limits of an
 * operation would not cover the calls that it makes.
 * @param cost undefined for a field without a row
 * @throws Error that names the field and what its row has to state
 */
export function checkReads(field: SchemaField, cost: FieldCost | undefined, schema: GraphQLSchema): void {
  const reads = typeof cost?.reads === 'string' ? cost.reads : null;
  const planned = reads === null ? undefined : plannedFields[reads];
  if (planned && !planned.some((coordinate) => coordinate === field.coordinate)) {
    throw new Error(
      `${field.coordinate} reads '${reads}' by its cost row, which is planned for ${planned.join(', ')} alone. State 'shared call' or ` +
        `'single call' in ${table}, or plan the field in src/graph/cost/read-planner.ts and name it in src/graph/cost/check-reads.ts.`,
    );
  }
  checkAttendees(field, reads, schema);
  if (cost === undefined) return;
  checkActivity(field, cost);
  checkActivities(field, cost);
  if (typeof cost.reads === 'string') return;
  if ('content' in cost.reads) checkContent(field, cost.reads, cost);
  else checkPage(field, cost.reads, cost);
}

/** A field of an attendee may take a call. It is planned by the field that leads to the attendee. */
function checkAttendees({ typeName, coordinate, field }: SchemaField, reads: Kind | null, schema: GraphQLSchema): void {
  const returned = getNamedType(field.type);
  const types = isAbstractType(returned) ? schema.getPossibleTypes(returned) : [returned];
  const returnsAttendees = types.some(({ name }) => name === 'Attendee');
  if (returnsAttendees && (reads === null || !attendeeReads.has(reads))) {
    throw new Error(
      `${coordinate} returns attendees, of which some fields take a call each. State in ${table} that it reads 'linked attendee', or another of ` +
        `the reads of attendees in src/graph/cost/cost-rows.ts.`,
    );
  }
  if ((reads === 'linked attendee' && !returnsAttendees) || (reads === 'attendee detail' && typeName !== 'Attendee'))
    throw new Error(`${coordinate} reads '${reads}' by its cost row, but concerns no attendee. State 'shared call' in ${table}.`);
}

/** An argument that names an activity is stated, so that two activities are two reads. */
function checkActivity({ coordinate, field }: SchemaField, { reads, activity }: FieldCost): void {
  const named = field.args.flatMap(({ name, type }) => {
    const given = getNamedType(type);
    const members = isInputObjectType(given) ? Object.keys(given.getFields()).map((member) => `${name}.${member}`) : [];
    return [name, ...members];
  });
  if (activity !== undefined && !named.includes(activity))
    throw new Error(`${coordinate} has no argument ${activity}, which its cost row names as its activity.`);
  const unstated = named.find((path) => path.split('.').at(-1) === 'activityId' && path !== activity);
  // The planner finds the activity of a bound operation among all of its arguments.
  if (unstated === undefined || reads === 'bound operation') return;
  throw new Error(`${coordinate} has the argument ${unstated}. State it in \`activity\` of its cost row, in ${table}.`);
}

/** Below a field of a root type, the reads of an activity are planned for the activities that the field returns. */
function checkActivities({ typeName, coordinate, field }: SchemaField, { activity }: FieldCost): void {
  const isRootField = typeName === 'Query' || typeName === 'Mutation' || typeName === 'Subscription';
  if (!isRootField || getNamedType(field.type).name !== 'Activity' || activity !== undefined) return;
  if (activityFields.some((planned) => planned === coordinate)) return;
  throw new Error(
    `${coordinate} returns activities. Add a case to src/graph/cost/returned-objects.ts that states which, and name the field in ` +
      `src/graph/cost/check-reads.ts. If an argument names the only one, state it in \`activity\` of the cost row instead.`,
  );
}

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

function checkPage({ typeName, coordinate, field }: SchemaField, { pageFrom }: PageReads, { size, activity }: FieldCost): void {
  const unknown = pageFrom.find((name) => !field.args.some((argument) => argument.name === name));
  if (unknown !== undefined)
    throw new Error(`${coordinate} has no argument ${unknown}, which its cost row names as the start of its page.`);
  if (typeof size !== 'object' || !('pageOf' in size))
    throw new Error(`${coordinate} reads a page by its cost row, so its \`size\` is the argument that states the length, in ${table}.`);
  if (typeName === 'Activity' || typeName === 'Query' || activity !== undefined) return;
  throw new Error(
    `${coordinate} reads a page by its cost row, which is planned once per activity. If each object has a list of its own, state 'shared call' in ${table}.`,
  );
}

const table = 'src/graph/cost/cost-table.ts';
