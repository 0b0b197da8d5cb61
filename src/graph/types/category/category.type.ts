import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { Category } from '../../../records/category.js';
import type { ActivityId, ServiceId } from '../../../records/ids.js';

@ObjectType('Category', { simpleResolvers: true, description: 'An article category.' })
export class CategoryType implements Omit<Category, 'kind' | 'parentServiceId'> {
  @Field(() => ID, { description: 'The global id, "category:<activity id>:<service id>".' })
  id!: string;
  @Field(() => ID, { description: 'The id in the event service, a number.' })
  serviceId!: ServiceId;
  @Field(() => ID, { description: 'The id of the activity, such as "1001".' })
  activityId!: ActivityId;
  @Field(() => ID, { nullable: true, description: 'The global id of the parent category; null for a root.' })
  parentId!: string | null;
  @Field(() => String, { description: 'The name; empty if the service has none.' })
  name!: string;
  @Field(() => String, { nullable: true, description: 'The summary; null if empty.' })
  intro!: string | null;
  @Field(() => String, { nullable: true, description: 'The details; null if empty.' })
  content!: string | null;
  @Field(() => String, { nullable: true, description: 'The address of the picture; null if empty.' })
  thumbnailUrl!: string | null;
  @Field(() => Int, { description: 'The number of articles in the category, as the service reports it.' })
  articleCount!: number;
}
