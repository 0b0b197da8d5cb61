/* Single sign-on (§4.11). */

import { Arg, Ctx, Field, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import type { SsoLoginResult } from '../../domain/sso-logins.js';
import { normalMobile } from '../../records/caller.js';
import { SsoLogin } from '../../records/sso-login.js';
import { UserError } from '../../records/user-error.js';
import { Access } from '../access/access.js';
import { assertArgumentScope } from '../access/enforce-access.js';
import type { GraphContext } from '../context.js';
import { Reads } from '../cost/reads.js';

@InputType('SsoLoginInput', { description: 'The attendee who signs in.' })
export class SsoLoginInput {
  @Field(() => ID, { nullable: true, description: 'The id of the activity. Omitted: the default activity.' })
  activityId?: string | null;
  @Field(() => String, {
    description:
      'The mobile number of the attendee, written as at the registration. The event service may not find it in another notation.',
  })
  mobile!: string;
  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Registers a new attendee if none has this mobile number. Also requires the scope `attendees:write`.',
  })
  addIfMissing!: boolean;
}

@Access({ scope: 'sso:issue', people: 'covered by parent', self: 'self:sso' })
@ObjectType('SsoLoginPayload', { description: 'The result of a single sign-on.' })
class SsoLoginPayloadType implements SsoLoginResult {
  @Field(() => SsoLogin, { nullable: true, description: 'The single sign-on; null if there are user errors.' })
  login!: SsoLogin | null;
  @Field(() => [UserError], {
    description: 'The problems with the input, or the rejection by the service. Empty if `login` is not null.',
  })
  userErrors!: readonly UserError[];
}

@Resolver()
export class SsoLoginResolver {
  @Access('sso:issue', { scope: 'self:sso', narrow: selfSsoLogin, expected: 'as mobile' })
  @Reads({ calls: 1 })
  @Mutation(() => SsoLoginPayloadType, {
    nullable: true,
    description: 'Returns the single sign-on address of the attendee with this mobile number.',
  })
  async ssoLogin(
    @Arg('input', () => SsoLoginInput, { description: 'The attendee who signs in.' }) { activityId, mobile, addIfMissing }: SsoLoginInput,
    @Ctx() context: GraphContext,
  ): Promise<SsoLoginResult> {
    if (addIfMissing)
      assertArgumentScope(context, 'attendees:write', 'Mutation.ssoLogin', { subject: 'addIfMissing', instead: 'Leave it out' });
    const { ssoLogins } = context.activityOf(activityId, 'input.activityId');
    const login = () => ssoLogins.login({ mobile, addIfMissing });
    return context.audit.write({ coordinate: 'Mutation.ssoLogin' }, login, (result) => (result.login === null ? 'refused' : 'issued'));
  }
}

/** Returns the input by which a caller signs itself in. @returns null if it would sign another attendee in */
function selfSsoLogin(input: Readonly<SsoLoginInput>, mobile: string): Readonly<SsoLoginInput> | null {
  return normalMobile(input.mobile) === mobile ? { ...input, mobile } : null;
}
