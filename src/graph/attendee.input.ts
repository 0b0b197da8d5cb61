import { Field, ID, InputType } from 'type-graphql';

/** Exactly one member is given: the schema marks it @oneOf. */
@InputType('AttendeeLookup', { description: 'Exactly one member is given (§4.4).' })
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
