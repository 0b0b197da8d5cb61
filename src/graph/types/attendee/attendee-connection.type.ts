import { Field, Int, ObjectType } from 'type-graphql';
import type { Attendee } from '../../../records/attendee.js';
import { PageInfoType } from '../page-info.type.js';
import { AttendeeType } from './attendee.type.js';

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
