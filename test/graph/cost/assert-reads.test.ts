/*
 * What a cost row states of the reads fits its field, even for nouns that the documented interface lacks: venues, and halls that have them.
 */

import { buildSchema } from 'graphql';
import { assertReads } from '../../../src/graph/cost/assert-reads.js';
import { typesWithGetOneFields, type FieldCost, type FieldReads } from '../../../src/graph/cost/cost-rows.js';

const schema = buildSchema(`
  type Query {
    venues(activityId: ID, floor: Int, sort: String): [Venue]
    pages(activityId: ID, first: Int, after: String): VenuePage
    hall(activityId: ID): Hall
    organizer: Attendee
    winner: Winner
    nearby: [Activity]
    eventOf(hall: ID): Activity
    guest(by: GuestLookup, activityId: ID): Attendee
    guests(ids: [ID], activityId: ID): [Attendee]
    found(references: [ID]): [Winner]
    points: Int
  }
  type Mutation { addVenue(input: VenueInput): Venue }
  type Subscription { venues(activityId: ID): [Venue] }
  type Activity { venues(floor: Int, sort: String): [Venue] pages(first: Int): VenuePage organizer: Attendee host(id: ID): Attendee }
  type Hall { venues: [Venue] pages(first: Int): VenuePage guest: Attendee points: Int }
  type VenuePage { nodes: [Venue] edges: [VenueEdge] totalCount: Int }
  type VenueEdge { node: Venue }
  type Venue { name: String }
  type Attendee { points: Int }
  union Winner = Attendee | Venue
  input GuestLookup { id: ID mobile: String }
  input VenueInput { activityId: ID name: String }`);

/** Rows of other fields: a page, its edges, and a field of attendees that only get-one returns. */
const otherRows: ReadonlyMap<string, FieldCost> = new Map<string, FieldCost>([
  ['Activity.pages', { reads: { kind: 'page', from: {} }, size: { pageOf: 'first' } }],
  ['VenuePage.edges', { reads: { kind: 'pageEdges' }, size: 'page' }],
  ['Attendee.points', { reads: { kind: 'getOne' } }],
]);

/** Checks the row of a field. */
function check(coordinate: string, reads: FieldReads | null, rest: Partial<FieldCost> = {}) {
  const [typeName, fieldName] = coordinate.split('.') as [string, string];
  const field = (schema.getType(typeName) as ReturnType<typeof schema.getQueryType>)!.getFields()[fieldName]!;
  const rows = new Map(otherRows);
  if (reads !== null) rows.set(coordinate, { reads, ...rest });
  return () => assertReads({ typeName, coordinate, field }, rows, schema, typesWithGetOneFields(rows));
}

describe('the argument that names the activity', () => {
  test.each<[what: string, coordinate: string, reads: FieldReads, activity: string, rest?: Partial<FieldCost>]>([
    ['of a list of content', 'Query.venues', { kind: 'content', list: 'goods', filters: ['floor', 'sort'] }, 'activityId'],
    ['of a page', 'Query.pages', { kind: 'page', from: { after: () => null } }, 'activityId', { size: { pageOf: 'first' } }],
    ['of a call', 'Query.hall', { kind: 'callPerObject' }, 'activityId'],
    ['of a field that makes no call', 'Query.hall', { kind: 'none' }, 'activityId'],
    ['of a subscription', 'Subscription.venues', { kind: 'callPerAlias' }, 'activityId'],
    ['inside an input', 'Mutation.addVenue', { kind: 'callPerAlias' }, 'input.activityId'],
  ])('the argument that names the activity %s is stated in `activity` of the cost row', (_, coordinate, reads, activity, rest = {}) => {
    expect(check(coordinate, reads, { ...rest, activity })).not.toThrow();
    expect(check(coordinate, reads, rest)).toThrow(`${coordinate} has the argument ${activity}. State it in \`activity\` of its cost row`);
    expect(check(coordinate, reads, { ...rest, activity: 'event' })).toThrow(`${coordinate} has no argument event`);
  });

  test('the argument that names the activity is refused as a filter', () => {
    expect(check('Query.venues', { kind: 'content', list: 'goods', filters: ['activityId', 'floor', 'sort'] })).toThrow(
      'State it in `activity`',
    );
  });
});

test.each<[why: string, reads: FieldReads, message: string]>([
  [
    'that has no place in its row',
    { kind: 'content', list: 'goods', filters: ['sort'] },
    'has the argument floor, which its cost row does not name',
  ],
  [
    'that only the row has',
    { kind: 'content', list: 'goods', filters: ['floor', 'sort', 'by'] },
    'has no argument by, which its cost row names',
  ],
])('a list of content has no argument %s', (_, reads, message) => {
  expect(check('Activity.venues', { kind: 'content', list: 'goods', input: { floor: 'floor' }, filters: ['sort'] })).not.toThrow();
  expect(check('Activity.venues', reads)).toThrow(`Activity.venues ${message}`);
});

test.each<[why: string, coordinate: string, from: string, rest: Partial<FieldCost>, message: string]>([
  ['an argument that begins it and does not exist', 'Activity.pages', 'offset', { size: { pageOf: 'first' } }, 'has no argument offset'],
  ['no length', 'Query.pages', 'after', { activity: 'activityId' }, 'so its `size` is the argument that states the length'],
  ['a list for each object', 'Hall.pages', 'first', { size: { pageOf: 'first' } }, 'which is planned once per activity'],
])('a page does not have %s', (_, coordinate, from, rest, message) => {
  expect(check('Activity.pages', { kind: 'page', from: {} }, { size: { pageOf: 'first' } })).not.toThrow();
  expect(check(coordinate, { kind: 'page', from: { [from]: () => null } }, rest)).toThrow(message);
});

describe('lookups by id', () => {
  const lookup = { kind: 'lookup', of: 'attendee' } as const;

  test.each<[what: string, coordinate: string, reads: FieldReads, rest?: Partial<FieldCost>]>([
    ['by an argument', 'Activity.host', { ...lookup, id: 'id' }],
    ['by a member of an argument', 'Query.guest', { ...lookup, id: 'by.id' }, { activity: 'activityId' }],
    ['by a list', 'Query.guests', lookup, { activity: 'activityId', size: { itemsOf: 'ids' } }],
    ['without arguments, of the one that the caller is', 'Activity.organizer', lookup],
    ['by another record', 'Hall.guest', { kind: 'link', to: 'attendee' }],
  ])('a lookup by id may be %s', (_, coordinate, reads, rest = {}) => {
    expect(check(coordinate, reads, rest)).not.toThrow();
  });

  test.each<[what: string, coordinate: string, reads: FieldReads, message: string]>([
    ['has no argument without a place in its row', 'Activity.host', lookup, 'has the argument id, which its cost row does not name'],
    ['has the argument that its row names', 'Activity.host', { ...lookup, id: 'by.id' }, 'has no argument by.id'],
    ['returns records of its kind', 'Activity.venues', lookup, 'looks up Attendee by its cost row, but returns Venue'],
    ['by another record returns records of its kind', 'Hall.venues', { kind: 'link', to: 'attendee' }, 'looks up Attendee by its cost row'],
  ])('a lookup by id %s', (_, coordinate, reads, message) => {
    expect(check(coordinate, reads)).toThrow(`${coordinate} ${message}`);
  });
});

test('a list of references is also the size of the list returned', () => {
  expect(check('Query.found', { kind: 'references', argument: 'references' }, { size: { itemsOf: 'references' } })).not.toThrow();
  expect(check('Query.found', { kind: 'references', argument: 'references' }, { size: 'assumed' })).toThrow(
    "State its `size` as { itemsOf: 'references' }",
  );
  expect(check('Query.found', { kind: 'references', argument: 'ids' })).toThrow('Query.found has no argument ids');
});

test('the items of a page are fields of a page, or of its edges', () => {
  expect(check('VenuePage.nodes', { kind: 'pageItems' })).not.toThrow();
  expect(check('VenueEdge.node', { kind: 'pageItems' })).not.toThrow();
  expect(check('Hall.venues', { kind: 'pageItems' })).toThrow(
    'Hall.venues reads items or edges of a page by its cost row, but Hall is not a page',
  );
});

test('a cost row is refused if its field returns objects of which some fields take a call each, and it plans none of these calls', () => {
  for (const reads of [null, { kind: 'none' }, { kind: 'callPerAlias' }, { kind: 'callPerObject' }] as const) {
    expect(check('Hall.guest', reads)).toThrow('Hall.guest returns Attendee, of which some fields take a call each');
    expect(check('Query.winner', reads)).toThrow('Query.winner returns Attendee');
  }
});

test('a field of a root type cannot be planned by the field that leads to its object', () => {
  expect(check('Hall.points', { kind: 'getOne' })).not.toThrow();
  expect(check('Query.points', { kind: 'getOne' })).toThrow("Query.points reads 'getOne' by its cost row, but no field leads to Query");
});

test('a field of Query that returns activities states which', () => {
  expect(check('Query.nearby', { kind: 'activities' }, { size: 'assumed' })).not.toThrow();
  expect(check('Query.nearby', { kind: 'none' }, { size: 'assumed' })).toThrow(
    'Query.nearby returns activities. State in src/graph/cost/cost-table.ts that',
  );
  expect(check('Query.eventOf', { kind: 'none' }, { activity: 'hall' })).not.toThrow();
  expect(check('Query.hall', { kind: 'activities' }, { activity: 'activityId' })).toThrow(
    "Query.hall reads 'activities' by its cost row, but returns none",
  );
});
