import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { SsoLoginResult } from '../../../domain/sso-logins.js';
import { forbidden } from '../../access/forbidden.js';
import type { GraphContext } from '../../context.js';
import { Reads } from '../../cost/reads.js';
import { activityOf } from '../arguments.js';
import { SsoLoginInput } from './sso-login.input.js';
import { SsoLoginPayloadType } from './sso-login.type.js';

@Resolver()
export class SsoLoginResolver {
  @Reads({ calls: 1, activity: 'input.activityId' })
  @Mutation(() => SsoLoginPayloadType, {
    nullable: true,
    description: 'Returns the single sign-on address of the attendee with this mobile number.',
  })
  async ssoLogin(
    @Arg('input', () => SsoLoginInput, { description: 'The attendee who signs in.' }) { activityId, mobile, addIfMissing }: SsoLoginInput,
    @Ctx() context: GraphContext,
  ): Promise<SsoLoginResult> {
    if (addIfMissing && !context.caller.scopes.has('attendees:write'))
      throw forbidden(context, 'attendees:write', 'Mutation.ssoLogin', { subject: 'addIfMissing', instead: 'Leave it out' });
    const { ssoLogins } = activityOf(context, activityId, 'input.activityId');
    const login = () => ssoLogins.login({ mobile, addIfMissing });
    return context.audit.write({ coordinate: 'Mutation.ssoLogin' }, login, (result) => (result.login === null ? 'refused' : 'issued'));
  }
}
