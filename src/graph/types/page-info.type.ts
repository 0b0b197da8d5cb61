import { Field, ObjectType } from 'type-graphql';

@ObjectType('PageInfo', { simpleResolvers: true, description: 'The position of a page in its list.' })
export class PageInfoType {
  @Field(() => Boolean, { description: 'Whether entries follow this page.' })
  hasNextPage!: boolean;
  @Field(() => Boolean, { description: 'Whether entries precede this page.' })
  hasPreviousPage!: boolean;
  @Field(() => String, { nullable: true, description: 'The cursor of the first entry; null on an empty page.' })
  startCursor!: string | null;
  @Field(() => String, { nullable: true, description: 'The end of the page: a value for `after`. Null on an empty last page.' })
  endCursor!: string | null;
}
