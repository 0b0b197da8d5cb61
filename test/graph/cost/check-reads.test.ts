/*
 * What a cost row states of the reads fits its field, also for nouns that the documented interface lacks: venues, and halls that have them.
 */

import { buildSchema } from 'graphql';
import { checkReads } from '../../../src/graph/cost/check-reads.js';
import type { FieldCost, FieldReads } from '../../../src/graph/cost/cost-rows.js';

const schema = buildSchema(`
  type Query {
    venues(activityId: ID, floor: Int, sort: String): [Venue]
    pages(activityId: ID, first: Int, after: String): VenuePage
    hall(activityId: ID): Hall
    organizer: Attendee
    winner: Winner
    nearby: [Activity]
    eventOf(hall: ID): Activity
  }
  type Mutation { addVenue(input: VenueInput): Venue }
  type Subscription { venues(activityId: ID): [Venue] }
  type Activity { venues(floor: Int, sort: String): [Venue] pages(first: Int): VenuePage organizer: Attendee }
  type Hall { venues: [Venue] pages(first: Int): VenuePage guest: Attendee points: Int }
  type VenuePage { nodes: [Venue] totalCount: Int }
  type Venue { name: String }
  type Attendee { points: Int }
  union Winner = Attendee | Venue
  input VenueInput { activityId: ID name: String }`);

/** Checks the row of a field. */
function check(coordinate: string, reads: FieldReads | null, rest: Partial<FieldCost> = {}) {
  const [typeName, fieldName] = coordinate.split('.') as [string, string];
  const field = (schema.getType(typeName) as ReturnType<typeof schema.getQueryType>)!.getFields()[fieldName]!;
  return () => checkReads({ typeName, coordinate, field }, reads === null ? undefined : { reads, calls: 1, ...rest }, schema);
}

describe('an argument that names the activity is stated in the row, so that two activities are two reads', () => {
  test.each<[what: string, coordinate: string, reads: FieldReads, activity: string, rest?: Partial<FieldCost>]>([
    ['of a list of content', 'Query.venues', { content: 'goods', filters: ['floor', 'sort'] }, 'activityId'],
    ['of a page', 'Query.pages', { pageFrom: ['after'] }, 'activityId', { size: { pageOf: 'first' } }],
    ['of a call', 'Query.hall', 'shared call', 'activityId'],
    ['of a field that makes no call', 'Query.hall', 'none', 'activityId'],
    ['of a subscription', 'Subscription.venues', 'single call', 'activityId'],
    ['inside an input', 'Mutation.addVenue', 'single call', 'input.activityId'],
  ])('%s', (_, coordinate, reads, activity, rest = {}) => {
    expect(check(coordinate, reads, { ...rest, activity })).not.toThrow();
    expect(check(coordinate, reads, rest)).toThrow(`${coordinate} has the argument ${activity}. State it in \`activity\` of its cost row`);
    expect(check(coordinate, reads, { ...rest, activity: 'event' })).toThrow(`${coordinate} has no argument event`);
  });

  test('a filter is no place for it', () => {
    expect(check('Query.venues', { content: 'goods', filters: ['activityId', 'floor', 'sort'] })).toThrow('State it in `activity`');
  });
});

test.each<[why: string, reads: FieldReads, message: string]>([
  ['that has no place in its row', { content: 'goods', filters: ['sort'] }, 'has the argument floor, which its cost row does not name'],
  ['that only the row has', { content: 'goods', filters: ['floor', 'sort', 'by'] }, 'has no argument by, which its cost row names'],
])('a list of content has no argument %s', (_, reads, message) => {
  expect(check('Activity.venues', { content: 'goods', input: { floor: 'floor' }, filters: ['sort'] })).not.toThrow();
  expect(check('Activity.venues', reads)).toThrow(`Activity.venues ${message}`);
});

test.each<[why: string, coordinate: string, from: string, rest: Partial<FieldCost>, message: string]>([
  ['an argument that begins it and does not exist', 'Activity.pages', 'offset', { size: { pageOf: 'first' } }, 'has no argument offset'],
  ['no length', 'Query.pages', 'after', { activity: 'activityId' }, 'so its `size` is the argument that states the length'],
  ['a list for each object', 'Hall.pages', 'first', { size: { pageOf: 'first' } }, 'which is planned once per activity'],
])('a page does not have %s', (_, coordinate, from, rest, message) => {
  expect(check('Activity.pages', { pageFrom: [] }, { size: { pageOf: 'first' } })).not.toThrow();
  expect(check(coordinate, { pageFrom: [from] }, rest)).toThrow(message);
});

test.each(['attendees', 'self attendee', 'references', 'registration', 'page items'] as const)(
  'no other fields than the documented ones read %p',
  (reads) => {
    expect(check('Activity.organizer', reads)).toThrow(`Activity.organizer reads '${reads}' by its cost row, which is planned for`);
  },
);

test('a field that returns attendees states how, so that the calls of their fields are planned', () => {
  expect(check('Hall.guest', 'linked attendee')).not.toThrow();
  for (const reads of [null, 'none', 'single call', 'shared call'] as const) {
    expect(check('Hall.guest', reads)).toThrow('Hall.guest returns attendees, of which some fields take a call each');
    expect(check('Query.winner', reads)).toThrow('Query.winner returns attendees');
  }
});

test('a field of Query that returns activities is planned by a case of its own, or by the argument that names the activity', () => {
  expect(check('Query.nearby', 'none', { size: 'assumed' })).toThrow('Query.nearby returns activities. Add a case to');
  expect(check('Query.eventOf', 'none')).toThrow('Query.eventOf returns activities');
  expect(check('Query.eventOf', 'none', { activity: 'hall' })).not.toThrow();
});

test('the reads of attendees are for fields of attendees', () => {
  expect(check('Hall.venues', 'linked attendee')).toThrow("Hall.venues reads 'linked attendee' by its cost row, but concerns no attendee");
  expect(check('Hall.points', 'attendee detail')).toThrow("Hall.points reads 'attendee detail' by its cost row, but concerns no attendee");
});
