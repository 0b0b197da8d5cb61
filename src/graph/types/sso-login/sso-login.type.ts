import { Field, ObjectType } from 'type-graphql';
import type { SsoLoginResult } from '../../../domain/sso-logins.js';
import type { SsoLogin } from '../../../records/sso-login.js';
import type { UserError } from '../../../records/user-error.js';
import { SafeIntScalar } from '../scalars.js';
import { ActivityUserErrorType } from '../user-error/user-error.type.js';

@ObjectType('SsoLogin', {
  simpleResolvers: true,
  description: 'A single sign-on address. Every holder of the address is signed in as the attendee.',
})
export class SsoLoginType implements SsoLogin {
  @Field(() => String, { description: 'The address to open. Its query contains the token and the state.' })
  url!: string;
  @Field(() => String, {
    description: 'The token in the query of `url`. A client that opens `url` does not need it. Treat it as a secret.',
  })
  token!: string;
  @Field(() => String, { description: 'The state in the query of `url`. A client that opens `url` does not need it.' })
  state!: string;
  @Field(() => SafeIntScalar, { description: 'When the login expires, as the service sends it. The unit is not documented.' })
  expireDate!: number;
}

@ObjectType('SsoLoginPayload', { simpleResolvers: true, description: 'The result of a single sign-on.' })
export class SsoLoginPayloadType implements SsoLoginResult {
  @Field(() => SsoLoginType, { nullable: true, description: 'The single sign-on; null if there are user errors.' })
  login!: SsoLogin | null;
  @Field(() => [ActivityUserErrorType], {
    description: 'The problems with the input, or the rejection by the service. Empty if `login` is not null.',
  })
  userErrors!: readonly UserError[];
}
