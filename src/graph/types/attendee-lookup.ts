/* Lookups of attendees: of one by exactly one key, and of several by id. */

import { getNamedType, isAbstractType, type GraphQLResolveInfo } from 'graphql';
import { Extensions, Field, ID, InputType } from 'type-graphql';
import type { Activity } from '../../domain/activities.js';
import { detailFields, type Attendee, type AttendeeLookup } from '../../records/attendee.js';
import type { ServiceId } from '../../records/ids.js';
import { assertArgumentScope } from '../access/enforce-access.js';
import type { GraphContext } from '../context.js';
import { memoizedBySelection, selectsAny } from '../execution/selection.js';
import { bareName } from '../type-names.js';
import { notBlank, serviceIdIn } from './common-arguments.js';

/** A lookup by exactly one key. */
@Extensions({ oneOf: true })
@InputType('AttendeeLookup', { description: 'A lookup by exactly one key.' })
export class AttendeeLookupInput {
  @Field(() => ID, { nullable: true, description: 'The global id, or the service id.' })
  id?: string;
  @Field(() => String, {
    nullable: true,
    description: 'The mobile number, sent to the service as given. Requires the scope `attendees:pii`.',
  })
  mobile?: string;
  @Field(() => String, { nullable: true, description: 'The e-mail address. Requires the scope `attendees:pii`.' })
  email?: string;
  @Field(() => String, { nullable: true, description: 'The id at a third party. Requires the scope `attendees:pii`.' })
  openId?: string;
}

/** Describes the result of a lookup without a match. */
export const nullWithoutMatch =
  'Null if there is none. The error `UPSTREAM_REJECTED` may accompany it, unless the operator has set `EVENT_SERVICE_NOT_FOUND_PATTERN`.';

/** Reads an attendee by id: from the list, whose calls are batched, or from the detail endpoint if a detail field is selected. */
export function attendeeById(activity: Activity, id: ServiceId, info: GraphQLResolveInfo): Promise<Attendee | null> {
  return selectsDetailField(info) ? activity.attendees.detailById(id) : activity.attendees.byId(id);
}

/**
 * Reads an attendee by id, mobile, email or openId (§4.4). Any key except the id requires `attendees:pii`: without it, a caller
 * could find out by trying whether a person with a known mobile number is registered.
 * @throws ForbiddenError
 */
export async function attendeeBy(
  activity: Activity,
  by: AttendeeLookupInput,
  context: GraphContext,
  info: GraphQLResolveInfo,
): Promise<Attendee | null> {
  if (typeof by.id === 'string') {
    const id = serviceIdIn(activity, 'attendee', by.id, 'by.id');
    return id === null ? null : attendeeById(activity, id, info);
  }
  const { audit } = context;
  const member = (['mobile', 'email', 'openId'] as const).find((name) => typeof by[name] === 'string')!;
  const use = { subject: `A lookup by ${member}`, instead: 'Look the attendee up by id' };
  assertArgumentScope(context, 'attendees:pii', `AttendeeLookup.${member}`, use);
  const value = notBlank(by[member]!, `by.${member}`);
  audit.reading([`AttendeeLookup.${member}`]);
  const found = await activity.attendees.detailBy({ [member]: value } as AttendeeLookup);
  if (found) audit.found(found);
  return found;
}

/** Whether the field being resolved, which returns attendees and perhaps records of other types, selects such a field of the attendees. */
export const selectsDetailField = memoizedBySelection((info) => {
  const returned = getNamedType(info.returnType);
  if (!isAbstractType(returned)) return selectsAny(info, detailFields);
  const attendee = info.schema.getPossibleTypes(returned).find((type) => bareName(type) === 'Attendee');
  return attendee !== undefined && selectsAny(info, detailFields, attendee);
});

/** An attendee that is not read yet. */
export class AttendeeReference {
  constructor(
    readonly activity: Activity,
    readonly id: ServiceId,
  ) {}
}

/**
 * Replaces the AttendeeReferences of a list by attendees: one read per activity, as graph/cost plans it. Other items stay as they are. An
 * attendee that cannot be read is an error at its position, an unknown one is null.
 */
export function lookUpReferences(items: readonly unknown[], info: GraphQLResolveInfo): readonly unknown[] | Promise<readonly unknown[]> {
  const [first] = items;
  // One promise for the list is cheaper than one per item.
  if (first instanceof AttendeeReference && areOf(first.activity, items) && !selectsDetailField(info))
    return first.activity.attendees.byIds(items.map(({ id }) => id));
  return items.map((item) => (item instanceof AttendeeReference ? attendeeById(item.activity, item.id, info) : item));
}

const areOf = (activity: Activity, items: readonly unknown[]): items is readonly AttendeeReference[] =>
  items.every((item) => item instanceof AttendeeReference && item.activity === activity);
