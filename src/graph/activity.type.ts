import { Field, ID, ObjectType } from 'type-graphql';

@ObjectType('Activity', {
  simpleResolvers: true,
  description:
    'An event. The service has no operation that describes one, so an Activity is its id and what hangs on it; other subgraphs add the rest.',
})
export class ActivityType {
  @Field(() => ID, { description: 'The service\'s own number of the activity, such as "1001".' })
  id!: string;
}
