import { Field, Int, ObjectType } from 'type-graphql';
import type { Attendee } from '../../../model/attendee.js';
import { AttendeeType } from './attendee.type.js';

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

@ObjectType('AttendeeEdge', { simpleResolvers: true, description: 'An attendee and its position in the list.' })
export class AttendeeEdgeType {
  @Field(() => String, { description: 'The position in the list: a value for `after`.' })
  cursor!: string;
  @Field(() => AttendeeType, { description: 'The attendee.' })
  node!: Attendee;
}

@ObjectType('AttendeeConnection', { simpleResolvers: true, description: 'One page of the attendees of an activity.' })
export class AttendeeConnectionType {
  @Field(() => [AttendeeEdgeType], { description: 'The attendees of the page with their cursors.' })
  edges!: readonly AttendeeEdgeType[];
  @Field(() => [AttendeeType], { description: 'The attendees of the page.' })
  nodes!: readonly Attendee[];
  @Field(() => PageInfoType, { description: 'Whether there are further pages, and the cursors of this one.' })
  pageInfo!: PageInfoType;
  @Field(() => Int, { description: 'The number of attendees of the activity, on all pages.' })
  totalCount!: number;
}
