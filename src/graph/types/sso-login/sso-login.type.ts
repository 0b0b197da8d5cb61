import { Field, ObjectType } from 'type-graphql';
import type { SsoLoginResult } from '../../../domain/registration/sso-logins.js';
import type { SsoLogin } from '../../../model/sso-login.js';
import type { UserError } from '../../../model/user-error.js';
import { SafeIntScalar } from '../scalars.js';
import { ActivityUserErrorType } from '../user-error/user-error.type.js';

@ObjectType('SsoLogin', {
  simpleResolvers: true,
  description: 'A single sign-on address. Every holder of the address is signed in as the attendee.',
})
export class SsoLoginType implements SsoLogin {
  @Field(() => String, { description: 'The address, which contains the token and the state.' })
  url!: string;
  @Field(() => String)
  token!: string;
  @Field(() => String)
  state!: string;
  @Field(() => SafeIntScalar, { description: 'As the service sends it. The interface does not state the unit.' })
  expireDate!: number;
}

@ObjectType('SsoLoginPayload', { simpleResolvers: true, description: 'The outcome of a single sign-on.' })
export class SsoLoginPayloadType implements SsoLoginResult {
  @Field(() => SsoLoginType, { nullable: true, description: 'Null if the service rejected it.' })
  login!: SsoLogin | null;
  @Field(() => [ActivityUserErrorType])
  userErrors!: readonly UserError[];
}
