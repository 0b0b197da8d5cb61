import { Field, ID, ObjectType } from 'type-graphql';

@ObjectType('Activity', {
  simpleResolvers: true,
  description:
    'An event. The service has no endpoint that describes one, so an Activity has an id and the records that belong to it. Other subgraphs can add fields.\n' +
    'A field is null only together with an error, except in the cases that its description names.',
})
export class ActivityType {
  @Field(() => ID, { description: 'The id of the activity in the event service, such as "1001".' })
  id!: string;
}
