import { Field, Int, ObjectType } from 'type-graphql';
import type { Attendee } from '../../../model/attendee.js';
import { AttendeeType } from './attendee.type.js';

@ObjectType('PageInfo', { simpleResolvers: true, description: 'The position of a page in its list.' })
export class PageInfoType {
  @Field(() => Boolean)
  hasNextPage!: boolean;
  @Field(() => Boolean)
  hasPreviousPage!: boolean;
  @Field(() => String, { nullable: true })
  startCursor!: string | null;
  @Field(() => String, { nullable: true })
  endCursor!: string | null;
}

@ObjectType('AttendeeEdge', { simpleResolvers: true, description: 'An attendee and its position in the list.' })
export class AttendeeEdgeType {
  @Field(() => String, { description: 'A value for `after`.' })
  cursor!: string;
  @Field(() => AttendeeType)
  node!: Attendee;
}

@ObjectType('AttendeeConnection', { simpleResolvers: true, description: 'One page of the attendees of an activity.' })
export class AttendeeConnectionType {
  @Field(() => [AttendeeEdgeType])
  edges!: readonly AttendeeEdgeType[];
  @Field(() => [AttendeeType])
  nodes!: readonly Attendee[];
  @Field(() => PageInfoType)
  pageInfo!: PageInfoType;
  @Field(() => Int, { description: 'The number of attendees of the activity, on all pages.' })
  totalCount!: number;
}
