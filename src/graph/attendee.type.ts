import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { FormAnswer } from '../domain/form-answers.js';
import type { Attendee, AttendeeReview, AttendeeSource, FaceSync, FaceSyncStatus, ReviewState, WechatProfile } from '../model/attendee.js';
import type { FormField } from '../model/form-field.js';
import type { ActivityId, ServiceId } from '../model/ids.js';
import { AttendeeSourceEnum, FaceSyncStatusEnum, ReviewStateEnum } from './enums.js';
import { FormFieldType } from './form-field.type.js';
import { DateTimeScalar } from './scalars.js';

@ObjectType('WechatProfile', { simpleResolvers: true, description: 'Social-profile data (§2.2).' })
export class WechatProfileType implements WechatProfile {
  @Field(() => String, { nullable: true })
  nickname!: string | null;
  @Field(() => String, { nullable: true })
  avatarUrl!: string | null;
  @Field(() => String, { nullable: true })
  sex!: string | null;
  @Field(() => String, { nullable: true })
  area!: string | null;
}

@ObjectType('AttendeeReview', { simpleResolvers: true, description: 'How the organiser judged a registration (§3).' })
export class AttendeeReviewType implements AttendeeReview {
  @Field(() => ReviewStateEnum, { nullable: true, description: 'Null beside a `code` that is retired (4, 5) or not in the interface.' })
  state!: ReviewState | null;
  @Field(() => Int, { description: 'The state as the service numbers it.' })
  code!: number;
  @Field(() => String, { nullable: true })
  comment!: string | null;
  @Field(() => DateTimeScalar, { nullable: true })
  reviewedAt!: Date | null;
  @Field(() => Boolean, { description: 'Whether review is enabled for this attendee.' })
  enabled!: boolean;
}

@ObjectType('FaceSync', { simpleResolvers: true, description: 'Synchronisation of the avatar with the face-recognition service.' })
export class FaceSyncType implements FaceSync {
  @Field(() => FaceSyncStatusEnum, { nullable: true, description: 'Null beside a `statusCode` that is not in the interface.' })
  status!: FaceSyncStatus | null;
  @Field(() => Int, { description: 'The status as the service numbers it.' })
  statusCode!: number;
  @Field(() => String, { nullable: true })
  message!: string | null;
  @Field(() => Boolean, { description: 'Whether the avatar is in the cloud face service.' })
  inCloud!: boolean;
}

@ObjectType('CustomFieldValue', { simpleResolvers: true, description: 'One answer to the registration form.' })
export class CustomFieldValueType implements FormAnswer {
  @Field(() => String, { description: 'Field key.' })
  name!: string;
  @Field(() => FormFieldType, { nullable: true, description: 'Null when the form has no such field any more.' })
  field!: FormField | null;
  @Field(() => String, { nullable: true, description: 'The answer as text; a structured answer as JSON text.' })
  value!: string | null;
}

@ObjectType('Attendee', {
  simpleResolvers: true,
  description:
    'A registrant of an activity (§2.2). `companyTaxId`, `otherChannel` and `points` exist only in the get-one\n' +
    'operation: selecting one of them costs a call per attendee; everything else comes in batches.',
})
export class AttendeeType implements Omit<Attendee, 'kind' | 'formAnswers'> {
  @Field(() => ID, { description: 'The global id, "attendee:<activity id>:<service id>".' })
  id!: string;
  @Field(() => ID, { description: "The service's own number." })
  serviceId!: ServiceId;
  @Field(() => ID)
  activityId!: ActivityId;
  @Field(() => ID, { nullable: true, description: 'The contact who registered this attendee.' })
  contactId!: string | null;
  @Field(() => String)
  name!: string;
  @Field(() => String, { nullable: true, description: 'The name, transliterated.' })
  namePinyin!: string | null;
  @Field(() => String, { nullable: true })
  nameInitials!: string | null;
  @Field(() => String, { nullable: true })
  mobile!: string | null;
  @Field(() => String, { nullable: true, description: "The address in `email`, or in the service's misspelled twin of it." })
  email!: string | null;
  @Field(() => String, { nullable: true, description: 'National identity number.' })
  idCardNumber!: string | null;
  @Field(() => String, { nullable: true })
  company!: string | null;
  @Field(() => String, { nullable: true })
  avatarUrl!: string | null;
  @Field(() => String, { nullable: true })
  orderNumber!: string | null;
  @Field(() => String, { nullable: true })
  label!: string | null;
  @Field(() => String, { nullable: true, description: 'Check-in code.' })
  signCode!: string | null;
  @Field(() => String, { nullable: true })
  shortLink!: string | null;
  @Field(() => AttendeeSourceEnum, { nullable: true })
  source!: AttendeeSource | null;
  @Field(() => Int, { nullable: true, description: 'The source as the service numbers it.' })
  sourceCode!: number | null;
  @Field(() => Int, { nullable: true, description: 'Registration channel.' })
  channel!: number | null;
  @Field(() => String, { nullable: true, description: 'Third-party open id.' })
  openId!: string | null;
  @Field(() => WechatProfileType, { nullable: true, description: 'Null when all of it is blank.' })
  wechat!: WechatProfile | null;
  @Field(() => AttendeeReviewType)
  review!: AttendeeReview;
  @Field(() => DateTimeScalar, { nullable: true })
  registeredAt!: Date | null;
  @Field(() => DateTimeScalar, { nullable: true })
  updatedAt!: Date | null;
  @Field(() => DateTimeScalar, { nullable: true, description: 'Null while the attendee is not deleted.' })
  deletedAt!: Date | null;
  @Field(() => FaceSyncType)
  faceSync!: FaceSync;
  @Field(() => ID, { nullable: true, description: 'Null when no certificate was applied for.' })
  certificateApplicationId!: string | null;
}
