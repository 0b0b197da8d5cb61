/*
 * Arguments that a caller may use for itself only: those with which a mutation concerns only the attendee with the mobile number of the
 * caller's credential. The mobile is in normal form, and is sent in this form.
 */

import { normalMobile } from '../../records/attendee-identity.js';
import type { AddAttendeesContactInput, AddAttendeesInput, NewAttendeeInput } from './registration/registration.input.js';
import type { SsoLoginInput } from './sso-login/sso-login.input.js';

/** Arguments as GraphQL coerces them: plain objects, which TypeGraphQL makes instances of the input classes later. */
type Plain<Input> = { readonly [Name in keyof Input]: Input[Name] };

interface RegistrationArguments {
  readonly input: Omit<Plain<AddAttendeesInput>, 'contact' | 'attendees'> & {
    readonly contact: Plain<AddAttendeesContactInput>;
    readonly attendees: readonly Plain<NewAttendeeInput>[];
  };
}

interface SsoLoginArguments {
  readonly input: Plain<SsoLoginInput>;
}

/** Returns the arguments by which a caller registers itself. @returns null if they would register another attendee, or several */
export function selfRegistration({ input }: RegistrationArguments, mobile: string): RegistrationArguments | null {
  const [registrant, ...others] = input.attendees;
  if (registrant === undefined || others.length > 0) return null;
  if (normalMobile(registrant.mobile) !== mobile || normalMobile(input.contact.mobile) !== mobile) return null;
  return { input: { ...input, contact: { ...input.contact, mobile }, attendees: [{ ...registrant, mobile }] } };
}

/** Returns the arguments by which a caller signs itself in. @returns null if they would sign another attendee in */
export function selfSsoLogin({ input }: SsoLoginArguments, mobile: string): SsoLoginArguments | null {
  return normalMobile(input.mobile) === mobile ? { input: { ...input, mobile } } : null;
}
