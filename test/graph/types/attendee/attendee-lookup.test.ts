import { buildSchema, graphql } from 'graphql';
import type { Activity } from '../../../../src/domain/activities.js';
import type { Audit } from '../../../../src/graph/audit/audit.js';
import type { GraphContext } from '../../../../src/graph/context.js';
import { attendeeBy, lookupOf } from '../../../../src/graph/types/attendee/attendee-lookup.js';
import type { AttendeeLookupInput } from '../../../../src/graph/types/attendee/attendee.input.js';
import type { AttendeeIdentity } from '../../../../src/records/attendee-identity.js';
import type { Scope } from '../../../../src/records/caller.js';
import { BadInputError, ForbiddenError } from '../../../../src/records/errors.js';

/** What the activity read, and what the audit recorded, in order. */
let steps: unknown[];
beforeEach(() => void (steps = []));

const found = { name: 'Wei' };
const activity = {
  id: '1001',
  activityId: 1001,
  attendees: {
    byId: async (id: number) => (steps.push(['list', id]), found),
    detailById: async (id: number) => (steps.push(['get-one', id]), found),
    unverifiedMatch: async (lookup: object) => (steps.push(['get-one', lookup]), 'openId' in lookup ? null : found),
  },
} as unknown as Activity;
const audit = {
  denied: (coordinate: string) => steps.push(['denied', coordinate]),
  reading: ([coordinate]: readonly string[]) => steps.push(['reading', coordinate]),
  found: () => steps.push('found'),
} satisfies { [Name in keyof Audit]?: unknown };
const contextOf = (...scopes: Scope[]) => ({ audit, caller: { name: 'test', scopes: new Set(scopes) } }) as unknown as GraphContext;

const schema = buildSchema('type Query { attendee: Attendee } type Attendee { name: String points: String }');

/** Looks an attendee up for a field with a selection. @returns the attendee, or the error that the lookup throws */
async function lookUp(by: AttendeeLookupInput, context: GraphContext, selection = 'name') {
  const rootValue = { attendee: (_args: unknown, _context: unknown, info: never) => attendeeBy(activity, by, context, info) };
  const { data, errors } = await graphql({ schema, rootValue, source: `{ attendee { ${selection} } }` });
  return errors?.[0]?.originalError ?? data!['attendee'];
}

test.each([
  ['name', ['list', 7]],
  ['name points', ['get-one', 7]],
])('an attendee { %s } is read by id without a scope for personal data, from where all its fields are', async (selection, read) => {
  for (const id of ['7', 'attendee:1001:7']) expect(await lookUp({ id }, contextOf(), selection)).toMatchObject(found);
  expect(steps).toEqual([read, read]);
});

test('the id of an attendee of another activity finds none, without a read', async () => {
  expect(await lookUp({ id: 'attendee:1002:7' }, contextOf())).toBeNull();
  expect(steps).toEqual([]);
});

describe.each<[member: 'mobile' | 'email' | 'openId', value: string]>([
  ['mobile', '13800000000'],
  ['email', 'a@example.com'],
  ['openId', 'o-7'],
])('by %s', (member, value) => {
  const coordinate = `AttendeeLookup.${member}`;

  test('a caller without attendees:pii gets FORBIDDEN before anything is read, and the audit records the denial', async () => {
    const error = await lookUp({ [member]: value }, contextOf('attendees:read'));
    expect(error).toBeInstanceOf(ForbiddenError);
    expect((error as ForbiddenError).requiredScopes).toEqual(['attendees:pii']);
    expect((error as ForbiddenError).message).toMatch(
      new RegExp(`^A lookup by ${member} requires the scope attendees:pii, .* by id, or ask`),
    );
    expect(steps).toEqual([['denied', coordinate]]);
  });

  test('the audit has the lookup, and the attendee if there is one', async () => {
    const isFound = member !== 'openId';
    expect(await lookUp({ [member]: value }, contextOf('attendees:pii'))).toEqual(isFound ? found : null);
    expect(steps).toEqual([['reading', coordinate], ['get-one', { [member]: value }], ...(isFound ? ['found'] : [])]);
  });

  test('a blank value is invalid, and nothing is read', async () => {
    const error = await lookUp({ [member]: ' ' }, contextOf('attendees:pii'));
    expect(error).toBeInstanceOf(BadInputError);
    expect((error as BadInputError).argument).toBe(`by.${member}`);
    expect(steps).toEqual([]);
  });
});

test.each<[kind: AttendeeIdentity['kind'], value: string, lookup: object | null]>([
  ['mobile', '138', { mobile: '138' }],
  ['email', 'a@example.com', { email: 'a@example.com' }],
  ['openId', 'o-7', { openId: 'o-7' }],
  ['id', '7', { id: 7 }],
  ['id', 'attendee:1001:7', { id: 7 }],
  ['id', 'attendee:1002:7', null],
  ['id', 'article:1001:7', null],
  ['id', 'wang', null],
])('the identity with the %s "%s" is looked up in the activity 1001 by %j', (kind, value, lookup) => {
  expect(lookupOf({ kind, value, mobile: null }, activity)).toEqual(lookup);
});
