/* The type Activity with what the operator states of one. activity.ts has the fields that read. */

import { Field, ID, ObjectType } from 'type-graphql';
import { Access } from '../access/access.js';
import { DateScalar } from './scalars.js';

@Access({ scope: 'authenticated', people: 'none' })
@ObjectType('Activity', {
  simpleResolvers: true,
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
