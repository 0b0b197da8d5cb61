/* The registration of attendees (§4.2). */

import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, Field, FieldResolver, ID, Info, InputType, Mutation, ObjectType, Resolver, Root } from 'type-graphql';
import type { Activity } from '../../domain/activities.js';
import { isBlank } from '../../primitives/values.js';
import { Attendee } from '../../records/attendee.js';
import { keyOwnerOf, normalMobile } from '../../records/caller.js';
import { formatGlobalId } from '../../records/ids.js';
import type { NewRegistration, RegisteredAttendee, RegistrationResult } from '../../records/registration.js';
import { UserError } from '../../records/user-error.js';
import { Access } from '../access/access.js';
import { asSelf, forbidden, isSelf } from '../access/enforce-access.js';
import type { WriteResultOutcome } from '../audit.js';
import type { GraphContext } from '../context.js';
import { Reads } from '../cost/reads.js';
import { ActivityType } from './activity.js';
import { attendeeById } from './attendee-lookup.js';

const written = { scope: 'attendees:write', people: 'covered by parent', self: 'self:register' } as const;

@InputType('AddAttendeesContactInput', { description: 'The contact who registers the attendees.' })
class AddAttendeesContactInput {
  @Field(() => String, { description: 'The name of the contact.' })
  name!: string;
  @Field(() => String, { description: 'The mobile number of the contact.' })
  mobile!: string;
}

@InputType('AddAttendeesFieldInput', { description: 'One form answer.' })
class AddAttendeesFieldInput {
  @Field(() => String, { description: 'The key of the form field, as in FormField.name.' })
  name!: string;
  @Field(() => String, { description: 'The form answer. For a choice, one of FormField.options.' })
  value!: string;
}

@InputType('NewAttendeeInput', { description: 'One attendee to register.' })
export class NewAttendeeInput {
  @Field(() => String, { description: 'The name of the attendee.' })
  name!: string;
  @Field(() => String, { description: 'The mobile number of the attendee.' })
  mobile!: string;
  @Field(() => [AddAttendeesFieldInput], {
    defaultValue: [],
    description: "One entry for each further visible field of the activity's form.",
  })
  fields!: AddAttendeesFieldInput[];
  @Field(() => String, {
    nullable: true,
    description: 'A check-in code of at most 10 characters. Omitted: the service generates one (recommended).',
  })
  signCode?: string | null;
}

@InputType('AddAttendeesInput', { description: 'One or more attendees with one contact.' })
export class AddAttendeesInput {
  @Field(() => ID, { nullable: true, description: 'The id of the activity. Omitted: the default activity.' })
  activityId?: string | null;
  @Field(() => AddAttendeesContactInput, { description: 'The contact who registers the attendees.' })
  contact!: AddAttendeesContactInput;
  @Field(() => [NewAttendeeInput], { description: 'The attendees to register; at least one.' })
  attendees!: NewAttendeeInput[];
  @Field(() => String, { nullable: true, description: 'The registration channel. Omitted: none.' })
  channel?: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      'Makes the mutation safe to repeat for 24 hours: a repeat by the same caller with the same key, activity and input returns\n' +
      'the first result and registers no attendee again. If the outcome is not known, the error is OUTCOME_UNKNOWN, and a repeat\n' +
      'only looks the attendees up. The same key with a different input is a user error, IDEMPOTENCY_KEY_REUSED. A key has 16 to\n' +
      '255 visible ASCII characters.',
  })
  idempotencyKey?: string | null;
  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Checks the input and registers nothing: the payload has userErrors and no registrations.',
  })
  validateOnly!: boolean;
}

@Access(written)
@ObjectType('AttendeeRegistration', { description: 'One attendee who was registered.' })
class AttendeeRegistration {
  constructor(
    readonly registered: RegisteredAttendee,
    readonly activity: Activity,
    private readonly context: GraphContext,
  ) {}
  @Field(() => ID, { description: "The attendee's global id." })
  get attendeeId(): string {
    return formatGlobalId('attendee', this.activity.activityId, this.registered.serviceId);
  }
  @Field(() => String, { description: 'The check-in code, which the service chose or the input contained.' })
  get signCode(): string {
    return this.registered.signCode;
  }
  @Field(() => String, { description: 'The address of the QR image of the check-in code.' })
  get qrCodeUrl(): string {
    return this.context.shared.qrCodeUrl(this.signCode);
  }
  @Field(() => String, { nullable: true, description: "The service's reference of the order; null if there is none." })
  get orderId(): string | null {
    return this.registered.orderId;
  }
}

@Access(written)
@ObjectType('AddAttendeesPayload', { description: 'The result of a registration.' })
class AddAttendeesPayloadType {
  @Field(() => [AttendeeRegistration], {
    nullable: true,
    description: 'The registrations, in the order of the input. Null if no attendee was registered.',
  })
  registrations!: readonly AttendeeRegistration[] | null;
  @Field(() => String, { nullable: true, description: "The service's description of the result; null if there is none." })
  description!: string | null;
  @Field(() => Boolean, {
    description: 'Whether this is the result of another mutation with the same key, an earlier or a concurrent one.',
  })
  replayed!: boolean;
  @Field(() => ActivityType, { nullable: true, description: 'The activity, as it is after the registration: such as its `viewer`.' })
  activity!: Activity;
  @Field(() => [UserError], {
    description: 'The problems with the input, or the rejection by the service. Empty if the attendees were registered.',
  })
  userErrors!: readonly UserError[];
}

@Resolver()
export class RegistrationResolver {
  @Access('attendees:write', {
    scope: 'self:register',
    narrow: selfRegistration,
    expected: 'as the mobile of the contact and of exactly one attendee',
  })
  // The form and the registration.
  @Reads({ calls: 2, activity: 'input.activityId' })
  @Mutation(() => AddAttendeesPayloadType, {
    nullable: true,
    description: 'Registers one or more attendees with one contact. To repeat it safely, send an `idempotencyKey`.',
  })
  async addAttendees(
    @Arg('input', () => AddAttendeesInput, { description: 'The contact, the attendees, and the idempotency key.' })
    input: AddAttendeesInput,
    @Ctx() context: GraphContext,
  ): Promise<AddAttendeesPayloadType> {
    const activity = context.activityOf(input.activityId, 'input.activityId');
    const registration = registrationOf(input);
    if (input.validateOnly) {
      const userErrors = await activity.registrations.check(registration, input.idempotencyKey ?? null);
      return { registrations: null, description: null, replayed: false, activity, userErrors };
    }
    const request = { keyOwner: keyOwnerOf(context.caller), idempotencyKey: input.idempotencyKey ?? null };
    const write = { coordinate: 'Mutation.addAttendees', count: input.attendees.length };
    const added = await context.audit.write(write, () => activity.registrations.add(registration, request), auditedOutcome);
    const { reply, replayed, userErrors } = added;
    return {
      registrations:
        reply &&
        reply.registrations.map((registered, index) => {
          const made = new AttendeeRegistration(registered, activity, context);
          const isOwn = context.caller.scopes.has('self:read') && isOwnMobile(input.attendees[index]?.mobile ?? '', context);
          return isOwn ? asSelf(made) : made;
        }),
      description: reply && reply.description,
      replayed,
      activity,
      userErrors,
    };
  }
}

@Resolver(() => AttendeeRegistration)
export class AttendeeRegistrationResolver {
  @Access({ scope: 'attendees:read', self: 'self:read' })
  @Reads({ link: true, shared: true })
  @FieldResolver(() => Attendee, { nullable: true, description: "The attendee's record. Null if the service does not list it." })
  async attendee(
    @Root() registration: AttendeeRegistration,
    @Ctx() context: GraphContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Attendee | null> {
    const attendee = await attendeeById(registration.activity, registration.registered.serviceId, info);
    if (attendee === null || !isSelf(registration)) return attendee;
    if (isOwnMobile(attendee.mobile ?? '', context)) return asSelf(attendee);
    // The service has stored another number than it was sent.
    if (context.caller.scopes.has('attendees:read')) return attendee;
    throw forbidden(context, ['attendees:read'], 'AttendeeRegistration.attendee');
  }
}

/** Whether a mobile number is that of the caller, as its credential states it. */
const isOwnMobile = (mobile: string, { caller }: GraphContext): boolean => normalMobile(mobile) === (caller.attendee?.mobile ?? null);

function auditedOutcome({ reply, replayed, userErrors }: RegistrationResult): WriteResultOutcome {
  if (reply === null) return userErrors.some(({ code }) => code === 'REJECTED') ? 'rejected' : 'refused';
  return replayed ? 'replayed' : 'registered';
}

/** Converts the input. A blank check-in code or channel counts as omitted: to the service an empty code is not a code (§4.2). */
function registrationOf({ contact, attendees, channel }: AddAttendeesInput): NewRegistration {
  return {
    contact,
    channel: valueUnlessBlank(channel),
    registrants: attendees.map(({ name, mobile, fields, signCode }) => ({ name, mobile, fields, signCode: valueUnlessBlank(signCode) })),
  };
}

const valueUnlessBlank = (text: string | null | undefined): string | null => (isBlank(text ?? '') ? null : text!);

/** Returns the input by which a caller registers itself. @returns null if it would register another attendee, or several */
function selfRegistration(input: Readonly<AddAttendeesInput>, mobile: string): Readonly<AddAttendeesInput> | null {
  const { contact, attendees } = input;
  const [registrant, ...others] = attendees;
  if (registrant === undefined || others.length > 0) return null;
  if (normalMobile(registrant.mobile) !== mobile || normalMobile(contact.mobile) !== mobile) return null;
  // Every other member stays, whatever the inputs have.
  const own = <Input extends object>(of: Readonly<Input>) => ({ ...of, mobile });
  return { ...input, contact: own(contact), attendees: [own(registrant)] };
}
