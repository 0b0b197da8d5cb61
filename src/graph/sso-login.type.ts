import { Field, ID, InputType, ObjectType } from 'type-graphql';
import type { SsoLoginResult } from '../domain/sso-logins.js';
import type { SsoLogin } from '../model/sso-login.js';
import type { UserError } from '../model/user-error.js';
import { SafeIntScalar } from './scalars.js';
import { ActivityUserErrorType } from './user-error.type.js';

@InputType('SsoLoginInput', { description: 'Who is to be signed on (§4.11).' })
export class SsoLoginInput {
  @Field(() => ID, { nullable: true, description: 'The default activity when omitted.' })
  activityId?: string | null;
  @Field(() => String)
  mobile!: string;
  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Register a new attendee when none has this mobile number. Requires the scope attendees:write too.',
  })
  addIfMissing!: boolean;
}

@ObjectType('SsoLogin', { simpleResolvers: true, description: 'A single-sign-on jump address: whoever has it is signed on.' })
export class SsoLoginType implements SsoLogin {
  @Field(() => String, { description: 'The jump address, which carries the token and the state.' })
  url!: string;
  @Field(() => String)
  token!: string;
  @Field(() => String)
  state!: string;
  @Field(() => SafeIntScalar, { description: 'As the service sends it; its unit is not in the interface.' })
  expireDate!: number;
}

@ObjectType('SsoLoginPayload', { simpleResolvers: true, description: 'What became of a sign-on.' })
export class SsoLoginPayloadType implements SsoLoginResult {
  @Field(() => SsoLoginType, { nullable: true, description: 'Null when the service refused.' })
  login!: SsoLogin | null;
  @Field(() => [ActivityUserErrorType])
  userErrors!: readonly UserError[];
}
