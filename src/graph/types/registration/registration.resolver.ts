import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, FieldResolver, Info, Mutation, Resolver, Root } from 'type-graphql';
import type { Activity } from '../../../domain/activities.js';
import { isBlank } from '../../../primitives/values.js';
import type { Attendee } from '../../../records/attendee.js';
import { formatGlobalId } from '../../../records/ids.js';
import type { NewRegistration, RegisteredAttendee, RegistrationResult } from '../../../records/registration.js';
import type { WriteResultOutcome } from '../../audit/audit.js';
import type { GraphContext } from '../../context.js';
import { Reads } from '../../cost/reads.js';
import { activityOf } from '../arguments.js';
import { attendeeById } from '../attendee/attendee-lookup.js';
import { AttendeeType } from '../attendee/attendee.type.js';
import { AddAttendeesInput } from './registration.input.js';
import { AddAttendeesPayloadType, AttendeeRegistrationType } from './registration.type.js';

/** One `AttendeeRegistration` of the graph: what the service assigned to one attendee, in an activity. */
class AttendeeRegistration implements AttendeeRegistrationType {
  constructor(
    readonly registered: RegisteredAttendee,
    readonly activity: Activity,
    private readonly context: GraphContext,
  ) {}
  get attendeeId() {
    return formatGlobalId('attendee', this.activity.activityId, this.registered.serviceId);
  }
  get signCode() {
    return this.registered.signCode;
  }
  get qrCodeUrl() {
    return this.context.qrCodeUrl(this.signCode);
  }
  get orderId() {
    return this.registered.orderId;
  }
}

@Resolver()
export class RegistrationResolver {
  @Reads({ content: 'fields', calls: 1, activity: 'input.activityId' })
  @Mutation(() => AddAttendeesPayloadType, {
    nullable: true,
    description: 'Registers one or more attendees with one contact. To repeat it safely, send an `idempotencyKey`.',
  })
  async addAttendees(
    @Arg('input', () => AddAttendeesInput, { description: 'The contact, the attendees, and the idempotency key.' })
    input: AddAttendeesInput,
    @Ctx() context: GraphContext,
  ): Promise<AddAttendeesPayloadType> {
    const activity = activityOf(context, input.activityId, 'input.activityId');
    const registration = registrationOf(input);
    if (input.validateOnly) return payload(await activity.registrations.check(registration, input.idempotencyKey ?? null));
    const request = { callerName: context.caller.name, idempotencyKey: input.idempotencyKey ?? null };
    const write = { coordinate: 'Mutation.addAttendees', count: input.attendees.length };
    const added = await context.audit.write(write, () => activity.registrations.add(registration, request), auditedOutcome);
    const { reply, replayed, userErrors } = added;
    return {
      registrations: reply && reply.registrations.map((registered) => new AttendeeRegistration(registered, activity, context)),
      description: reply && reply.description,
      replayed,
      userErrors,
    };
  }
}

@Resolver(() => AttendeeRegistrationType)
export class AttendeeRegistrationResolver {
  @Reads({ link: true, shared: true })
  @FieldResolver(() => AttendeeType, { nullable: true, description: "The attendee's record. Null if the service does not list it." })
  attendee(@Root() { activity, registered }: AttendeeRegistration, @Info() info: GraphQLResolveInfo): Promise<Attendee | null> {
    return attendeeById(activity, registered.serviceId, info);
  }
}

function auditedOutcome({ reply, replayed }: RegistrationResult): WriteResultOutcome {
  if (reply === null) return 'refused';
  return replayed ? 'replayed' : 'registered';
}

function payload(userErrors: AddAttendeesPayloadType['userErrors']): AddAttendeesPayloadType {
  return { registrations: null, description: null, replayed: false, userErrors };
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
