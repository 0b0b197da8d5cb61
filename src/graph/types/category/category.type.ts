import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { Category } from '../../../model/category.js';
import type { ActivityId, ServiceId } from '../../../model/ids.js';

@ObjectType('Category', { simpleResolvers: true, description: 'An article category (§2.5).' })
export class CategoryType implements Omit<Category, 'kind' | 'parentServiceId'> {
  @Field(() => ID, { description: 'The global id, "category:<activity id>:<service id>".' })
  id!: string;
  @Field(() => ID, { description: "The service's own number." })
  serviceId!: ServiceId;
  @Field(() => ID)
  activityId!: ActivityId;
  @Field(() => ID, { nullable: true, description: 'The global id of the parent category; null for a root.' })
  parentId!: string | null;
  @Field(() => String)
  name!: string;
  @Field(() => String, { nullable: true })
  intro!: string | null;
  @Field(() => String, { nullable: true })
  content!: string | null;
  @Field(() => String, { nullable: true })
  thumbnailUrl!: string | null;
  @Field(() => Int, { description: 'The number of articles in the category.' })
  articleCount!: number;
}
