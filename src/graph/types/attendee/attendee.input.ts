import { Field, ID, InputType } from 'type-graphql';

/** A lookup by exactly one key. schema.ts marks it @oneOf. */
@InputType('AttendeeLookup', { description: 'A lookup by exactly one key (§4.4).' })
export class AttendeeLookupInput {
  @Field(() => ID, { nullable: true, description: "The global id, or the service's own number." })
  id?: string;
  @Field(() => String, { nullable: true })
  mobile?: string;
  @Field(() => String, { nullable: true })
  email?: string;
  @Field(() => String, { nullable: true })
  openId?: string;
}
