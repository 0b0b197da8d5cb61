/* The root fields of queries, and the loading of the activities that they name. */

import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, ID, Info, Query, Resolver } from 'type-graphql';
import type { Activity } from '../../domain/activities.js';
import { toError } from '../../primitives/values.js';
import { Attendee } from '../../records/attendee.js';
import { parseGlobalId } from '../../records/ids.js';
import { Access } from '../access/access.js';
import type { GraphContext } from '../context.js';
import { Reads } from '../cost/reads.js';
import { ActivityType } from './activity-type.js';
import { activityOf, defaultActivity, servedOrNull, serviceIdIn } from './arguments.js';
import { attendeeBy, AttendeeLookupInput, AttendeeReference, lookUpReferences, nullWithoutMatch } from './attendee.js';

@Resolver()
export class QueryResolver {
  @Access('authenticated')
  @Reads({ lookUp: 'activity', by: 'id' })
  @Query(() => ActivityType, {
    nullable: true,
    description: 'One activity (event). Null if it is not served to the caller.',
  })
  activity(
    @Arg('id', () => ID, { nullable: true, description: 'The id of the activity. Omitted: the default activity.' })
    id: string | null | undefined,
    @Ctx() context: GraphContext,
  ): Activity | null {
    return id === undefined || id === null ? defaultActivity(context) : servedOrNull(id, 'id', context);
  }

  @Access('authenticated')
  @Reads({ lookUp: 'activity' })
  @Query(() => [ActivityType], { description: 'All activities that are served to the caller, the default one first.' })
  activities(@Ctx() { activities }: GraphContext): readonly Activity[] {
    return activities.all();
  }

  @Access('authenticated')
  @Reads({ lookUp: 'activity', by: 'ids' })
  @Query(() => [ActivityType], {
    nullable: 'items',
    description: 'Activities by id, in the order requested; null for one that is not served. The batch field for schema stitching.',
  })
  activitiesByIds(
    @Arg('ids', () => [ID], { description: 'The ids of the activities.' }) ids: string[],
    @Ctx() context: GraphContext,
  ): readonly (Activity | null | Error)[] {
    return ids.map((id, index) => orError(() => servedOrNull(id, `ids[${index}]`, context)));
  }

  @Access('attendees:read')
  @Reads({ lookUp: 'attendee', by: 'by.id', activity: 'activityId' })
  @Query(() => Attendee, {
    nullable: true,
    description: 'One attendee by id, mobile, email or openId. ' + nullWithoutMatch,
  })
  attendee(
    @Arg('by', () => AttendeeLookupInput, { description: 'Exactly one of its fields.' }) by: AttendeeLookupInput,
    @ActivityOfIds() activityId: string | null | undefined,
    @Ctx() context: GraphContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Attendee | null> | null {
    const activity = activityNamed(by.id, activityId, context);
    return activity && attendeeBy(activity, by, context, info);
  }

  @Access('attendees:read')
  @Reads({ lookUp: 'attendee', by: 'ids', activity: 'activityId' })
  @Query(() => [Attendee], {
    nullable: 'itemsAndList',
    description:
      'Attendees by id, in the order requested; null for an unknown one. One call to the service per activity and page.\n' +
      'The batch field for schema stitching.',
  })
  attendeesByIds(
    @Arg('ids', () => [ID], { description: 'The global ids, or the service ids.' }) ids: string[],
    @ActivityOfIds() activityId: string | null | undefined,
    @Ctx() context: GraphContext,
    @Info() info: GraphQLResolveInfo,
  ): readonly unknown[] | Promise<readonly unknown[]> {
    // An activity that is not served is an error of the argument, not of each id.
    if (activityId !== undefined && activityId !== null) activityOf(context, activityId, 'activityId');
    const references = ids.map((id, index) =>
      orError(() => {
        const activity = activityNamed(id, activityId, context);
        const serviceId = activity && serviceIdIn(activity, 'attendee', id, `ids[${index}]`);
        return activity && serviceId && new AttendeeReference(activity, serviceId);
      }),
    );
    return lookUpReferences(references, info);
  }
}

/** The argument that names the activity of ids. */
function ActivityOfIds() {
  return Arg('activityId', () => ID, {
    nullable: true,
    description: 'The id of the activity. Omitted: the one that a global id names, else the default activity.',
  });
}

/**
 * Returns the activity of the argument, else the one that the global id names, else the default.
 * @returns null for an activity that is not served
 */
function activityNamed(id: string | undefined, activityId: string | null | undefined, context: GraphContext): Activity | null {
  const named = typeof id === 'string' && (activityId === null || activityId === undefined) ? parseGlobalId(id) : null;
  return named?.kind === 'attendee' ? context.activities.served(named.activityId) : activityOf(context, activityId, 'activityId');
}

/** Returns a thrown error as a value, so that it affects only its own item of the list. */
function orError<T>(resolve: () => T): T | Error {
  try {
    return resolve();
  } catch (error) {
    return toError(error);
  }
}
