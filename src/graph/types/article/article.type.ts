import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { Article, ArticleList } from '../../../records/article.js';
import type { ActivityId, ServiceId } from '../../../records/ids.js';
import { DateTimeScalar } from '../scalars.js';

@ObjectType('Article', { simpleResolvers: true, description: 'A published article.' })
export class ArticleType implements Omit<Article, 'kind' | 'rawHtml' | 'invalidBody' | 'categoryServiceId'> {
  @Field(() => ID, { description: 'The global id, "article:<activity id>:<service id>".' })
  id!: string;
  @Field(() => ID, { description: 'The id in the event service, a number.' })
  serviceId!: ServiceId;
  @Field(() => ID, { description: 'The id of the activity, such as "1001".' })
  activityId!: ActivityId;
  @Field(() => ID, { nullable: true, description: 'The id of the parent in the event service; null if there is none.' })
  parentId!: string | null;
  @Field(() => ID, {
    nullable: true,
    description: 'The id of a user in the event service; null if there is none. Which user is not documented.',
  })
  userId!: string | null;
  @Field(() => String, { description: 'The title; empty if the service has none.' })
  title!: string;
  @Field(() => String, { nullable: true, description: 'The keywords in one string; null if empty.' })
  keywords!: string | null;
  @Field(() => String, { nullable: true, description: 'The summary; null if empty.' })
  excerpt!: string | null;
  @Field(() => String, { nullable: true, description: 'The source that the article names; null if empty.' })
  source!: string | null;
  @Field(() => String, { nullable: true, description: 'The author; null if empty.' })
  author!: string | null;
  @Field(() => String, { nullable: true, description: 'The address of the picture; null if empty.' })
  thumbnailUrl!: string | null;
  @Field(() => String, { nullable: true, description: 'The address of the article; null if empty.' })
  url!: string | null;
  @Field(() => String, { nullable: true, description: 'The attachment, as the service sends it; null if empty.' })
  attachment!: string | null;
  @Field(() => String, { nullable: true, description: 'The video, as the service sends it; null if empty.' })
  video!: string | null;
  @Field(() => Int, {
    nullable: true,
    description: "The service's code for the status of the video. Its values are not documented; null if there is none.",
  })
  videoStatus!: number | null;
  @Field(() => String, { nullable: true, description: 'The id of the file in the event service; null if there is none.' })
  fileId!: string | null;
  @Field(() => String, { nullable: true, description: 'The id of the medium in the event service; null if there is none.' })
  mediaId!: string | null;
  @Field(() => String, {
    nullable: true,
    description: "The service's serialised structure of categories, unchanged; null if empty. See `category`.",
  })
  categoryStructure!: string | null;
  @Field(() => Int, { description: 'How often the article was read.' })
  readCount!: number;
  @Field(() => Int, { description: 'How often the article was liked.' })
  likeCount!: number;
  @Field(() => DateTimeScalar, { nullable: true, description: 'When the article was created; null if not stated.' })
  createdAt!: Date | null;
  @Field(() => DateTimeScalar, { nullable: true, description: 'When the article was published; null if not stated.' })
  publishedAt!: Date | null;
  @Field(() => DateTimeScalar, { nullable: true, description: 'When the article was deleted; null if it is not deleted.' })
  deletedAt!: Date | null;
  @Field(() => Int, {
    nullable: true,
    description: "The service's code for the editor of the article. Its values are not documented; null if there is none.",
  })
  editorType!: number | null;
  @Field(() => Int, {
    nullable: true,
    description: "The service's code for the status of the article. Its values are not documented; null if there is none.",
  })
  postStatus!: number | null;
  @Field(() => Int, { nullable: true, description: "The service's number for the position in a list; null if there is none." })
  listOrder!: number | null;
  @Field(() => Boolean, { description: 'Whether the article is pinned to the top of the list.' })
  pinned!: boolean;
  @Field(() => String, {
    nullable: true,
    description:
      "The service's time of the pinning, as it writes it; null if there is none. Its meaning and its format are not documented.",
  })
  pinnedUntil!: string | null;
  @Field(() => Int, {
    nullable: true,
    description: "The service's code for the location of the article. Its values are not documented; null if there is none.",
  })
  location!: number | null;
}

@ObjectType('ArticleList', { simpleResolvers: true, description: "The published articles, in the service's order." })
export class ArticleListType implements ArticleList {
  @Field(() => [ArticleType], { description: "The articles in the service's reply. Whether there are further pages is not documented." })
  items!: readonly Article[];
  @Field(() => Int, { description: "The service's counter of this name, unchanged. What it counts is not documented." })
  itemsCount!: number;
  @Field(() => Int, { description: "The service's counter of this name, unchanged. It may exceed the number of `items`." })
  total!: number;
  @Field(() => Int, { description: 'The number of the page, as the service sends it.' })
  currentPage!: number;
}
