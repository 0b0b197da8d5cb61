import { Extensions, Field, ID, InputType } from 'type-graphql';

/** A lookup by exactly one key. */
@Extensions({ oneOf: true })
@InputType('AttendeeLookup', { description: 'A lookup by exactly one key.' })
export class AttendeeLookupInput {
  @Field(() => ID, { nullable: true, description: 'The global id, or the service id.' })
  id?: string;
  @Field(() => String, {
    nullable: true,
    description: 'The mobile number, sent to the service as given. Requires the scope `attendees:pii`.',
  })
  mobile?: string;
  @Field(() => String, { nullable: true, description: 'The e-mail address. Requires the scope `attendees:pii`.' })
  email?: string;
  @Field(() => String, { nullable: true, description: 'The id at a third party. Requires the scope `attendees:pii`.' })
  openId?: string;
}
