/* Activities: the type with what the operator states of one, and the root fields that return them. activity.ts has the fields that read. */

import { Arg, Ctx, Field, ID, ObjectType, Query, Resolver } from 'type-graphql';
import type { Activity } from '../../domain/activities.js';
import { Access } from '../access/access.js';
import type { GraphContext } from '../context.js';
import { Reads } from '../cost/reads.js';
import { orError } from './common-arguments.js';
import { DateScalar } from './scalars.js';

@Access({ scope: 'authenticated', people: 'none' })
@ObjectType('Activity', {
  description:
    'An event. The service has no endpoint that describes one, so an Activity has an id, what the operator states, and the records that belong to it.\n' +
    'Other subgraphs can add fields.\n' +
    'A field is null only together with an error, except in the cases that its description names.',
})
export class ActivityType {
  @Field(() => ID, { description: 'The id of the activity in the event service, such as "1001".' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'The name, as the operator states it (`ACTIVITIES_FILE`), or null.' })
  name!: string | undefined;

  @Field(() => String, { nullable: true, description: 'The place, as the operator states it, or null.' })
  place!: string | undefined;

  @Field(() => String, {
    nullable: true,
    description: 'The time zone, as the operator states it: a name of the IANA database, such as "Asia/Shanghai". Or null.',
  })
  timeZone!: string | undefined;

  @Field(() => String, {
    nullable: true,
    description: 'The currency of prices, as the operator states it: a code of ISO 4217, such as "CNY". Or null.',
  })
  currency!: string | undefined;

  @Field(() => DateScalar, { nullable: true, description: 'The first day, as the operator states it, or null.' })
  startsOn!: string | undefined;

  @Field(() => DateScalar, { nullable: true, description: 'The last day, as the operator states it, or null.' })
  endsOn!: string | undefined;
}

@Resolver()
export class ActivityQueryResolver {
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
    return id === undefined || id === null ? context.defaultActivity() : context.activityById(id, 'id');
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
    return ids.map((id, index) => orError(() => context.activityById(id, `ids[${index}]`)));
  }
}
