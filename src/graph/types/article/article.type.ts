import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { Article, ArticleList } from '../../../model/article.js';
import type { ActivityId, ServiceId } from '../../../model/ids.js';
import { DateTimeScalar } from '../scalars.js';

@ObjectType('Article', { simpleResolvers: true, description: 'A published article (§2.4).' })
export class ArticleType implements Omit<Article, 'kind' | 'rawHtml' | 'invalidBody' | 'categoryServiceId'> {
  @Field(() => ID, { description: 'The global id, "article:<activity id>:<service id>".' })
  id!: string;
  @Field(() => ID, { description: "The service's own number." })
  serviceId!: ServiceId;
  @Field(() => ID)
  activityId!: ActivityId;
  @Field(() => ID, { nullable: true })
  parentId!: string | null;
  @Field(() => ID, { nullable: true })
  userId!: string | null;
  @Field(() => String)
  title!: string;
  @Field(() => String, { nullable: true })
  keywords!: string | null;
  @Field(() => String, { nullable: true })
  excerpt!: string | null;
  @Field(() => String, { nullable: true })
  source!: string | null;
  @Field(() => String, { nullable: true })
  author!: string | null;
  @Field(() => String, { nullable: true })
  thumbnailUrl!: string | null;
  @Field(() => String, { nullable: true })
  url!: string | null;
  @Field(() => String, { nullable: true })
  attachment!: string | null;
  @Field(() => String, { nullable: true })
  video!: string | null;
  @Field(() => Int, { nullable: true })
  videoStatus!: number | null;
  @Field(() => String, { nullable: true })
  fileId!: string | null;
  @Field(() => String, { nullable: true })
  mediaId!: string | null;
  @Field(() => String, { nullable: true, description: "The service's serialized category structure, unchanged." })
  categoryStructure!: string | null;
  @Field(() => Int)
  readCount!: number;
  @Field(() => Int)
  likeCount!: number;
  @Field(() => DateTimeScalar, { nullable: true })
  createdAt!: Date | null;
  @Field(() => DateTimeScalar, { nullable: true })
  publishedAt!: Date | null;
  @Field(() => DateTimeScalar, { nullable: true })
  deletedAt!: Date | null;
  @Field(() => Int, { nullable: true })
  editorType!: number | null;
  @Field(() => Int, { nullable: true })
  postStatus!: number | null;
  @Field(() => Int, { nullable: true })
  listOrder!: number | null;
  @Field(() => Boolean, { description: 'Whether the article is pinned to the top of the list.' })
  pinned!: boolean;
  @Field(() => String, { nullable: true, description: 'The end of the pinning, as the service writes it.' })
  pinnedUntil!: string | null;
  @Field(() => Int, { nullable: true })
  location!: number | null;
}

@ObjectType('ArticleList', { simpleResolvers: true, description: "The published articles, in the service's order (§4.7)." })
export class ArticleListType implements ArticleList {
  @Field(() => [ArticleType])
  items!: readonly Article[];
  @Field(() => Int, { description: 'The first of three counters of the service, unchanged.' })
  itemsCount!: number;
  @Field(() => Int)
  total!: number;
  @Field(() => Int)
  currentPage!: number;
}
