import { Field, ObjectType } from 'type-graphql';
import type { UserError, UserErrorCode } from '../../../records/user-error.js';
import { ActivityUserErrorCodeEnum } from '../enums.js';

@ObjectType('ActivityUserError', { simpleResolvers: true, description: 'A problem that the caller can correct.' })
export class ActivityUserErrorType implements UserError {
  @Field(() => ActivityUserErrorCodeEnum, { description: 'The kind of the problem.' })
  code!: UserErrorCode;
  @Field(() => String, { description: 'What is wrong and what is expected, for people.' })
  message!: string;
  @Field(() => [String], {
    nullable: true,
    description: 'The path in the input, such as ["attendees", "1", "fields", "name1613"]. Null if it concerns no part of the input.',
  })
  field!: readonly string[] | null;
}
