import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { FormAnswer } from '../../../domain/registration/form-fields.js';
import type {
  Attendee,
  AttendeeReview,
  AttendeeSource,
  FaceSync,
  FaceSyncStatus,
  ReviewState,
  WechatProfile,
} from '../../../records/attendee.js';
import type { FormField } from '../../../records/form-field.js';
import type { ActivityId, ServiceId } from '../../../records/ids.js';
import { AttendeeSourceEnum, FaceSyncStatusEnum, ReviewStateEnum } from '../enums.js';
import { FormFieldType } from '../form-field/form-field.type.js';
import { DateTimeScalar } from '../scalars.js';

@ObjectType('WechatProfile', { simpleResolvers: true, description: 'The WeChat profile.' })
export class WechatProfileType implements WechatProfile {
  @Field(() => String, { nullable: true, description: 'The name in WeChat; null if empty.' })
  nickname!: string | null;
  @Field(() => String, { nullable: true, description: 'The address of the picture; null if empty.' })
  avatarUrl!: string | null;
  @Field(() => String, { nullable: true, description: 'The sex, as the service sends it; null if empty.' })
  sex!: string | null;
  @Field(() => String, { nullable: true, description: 'The region, as the service sends it; null if empty.' })
  area!: string | null;
}

@ObjectType('AttendeeReview', { simpleResolvers: true, description: 'The review of a registration by the organiser.' })
export class AttendeeReviewType implements AttendeeReview {
  @Field(() => ReviewStateEnum, { nullable: true, description: 'The state. Null if the meaning of `code` is not documented.' })
  state!: ReviewState | null;
  @Field(() => Int, { description: "The service's code of the state." })
  code!: number;
  @Field(() => String, { nullable: true, description: "The reviewer's comment; null if empty." })
  comment!: string | null;
  @Field(() => DateTimeScalar, { nullable: true, description: 'When the registration was reviewed; null if not stated.' })
  reviewedAt!: Date | null;
  @Field(() => Boolean, { description: 'Whether review is enabled for this attendee.' })
  enabled!: boolean;
}

@ObjectType('FaceSync', { simpleResolvers: true, description: 'The synchronisation of a picture with the face-recognition service.' })
export class FaceSyncType implements FaceSync {
  @Field(() => FaceSyncStatusEnum, { nullable: true, description: 'The state. Null if the meaning of `statusCode` is not documented.' })
  status!: FaceSyncStatus | null;
  @Field(() => Int, { description: "The service's code of the state." })
  statusCode!: number;
  @Field(() => String, { nullable: true, description: "The face service's message; null if empty." })
  message!: string | null;
  @Field(() => Boolean, { description: 'Whether the picture is in the cloud face service.' })
  inCloud!: boolean;
}

@ObjectType('CustomFieldValue', { simpleResolvers: true, description: 'One form answer of an attendee.' })
export class CustomFieldValueType implements FormAnswer {
  @Field(() => String, { description: 'The key of the form field.' })
  name!: string;
  @Field(() => FormFieldType, { nullable: true, description: 'The definition. Null if the form no longer has the field.' })
  field!: FormField | null;
  @Field(() => String, {
    nullable: true,
    description: 'The form answer as a string; null if empty. A structured one is JSON in a string.',
  })
  value!: string | null;
}

@ObjectType('Attendee', { simpleResolvers: true, description: 'A registered person.' })
export class AttendeeType implements Omit<Attendee, 'kind' | 'formAnswers' | 'invalidId' | 'invalidFormAnswers'> {
  @Field(() => ID, { description: 'The global id, "attendee:<activity id>:<service id>".' })
  id!: string;
  @Field(() => ID, { description: 'The id in the event service, a number.' })
  serviceId!: ServiceId;
  @Field(() => ID, { description: 'The id of the activity, such as "1001".' })
  activityId!: ActivityId;
  @Field(() => ID, {
    nullable: true,
    description: 'The id of the contact who registered this attendee, in the event service; null if there is none.',
  })
  contactId!: string | null;
  @Field(() => String, { description: 'The name; empty if the service has none.' })
  name!: string;
  @Field(() => String, { nullable: true, description: 'The transliterated name; null if empty.' })
  namePinyin!: string | null;
  @Field(() => String, { nullable: true, description: 'The initials of the name; null if empty.' })
  nameInitials!: string | null;
  @Field(() => String, { nullable: true, description: 'The mobile number; null if empty.' })
  mobile!: string | null;
  @Field(() => String, { nullable: true, description: 'The e-mail address; null if empty.' })
  email!: string | null;
  @Field(() => String, { nullable: true, description: 'The number of the identity card; null if empty.' })
  idCardNumber!: string | null;
  @Field(() => String, { nullable: true, description: 'The company; null if empty.' })
  company!: string | null;
  @Field(() => String, { nullable: true, description: 'The address of the picture; null if empty.' })
  avatarUrl!: string | null;
  @Field(() => String, { nullable: true, description: 'The number of the order; null if empty.' })
  orderNumber!: string | null;
  @Field(() => String, { nullable: true, description: 'The label; null if empty. What it labels is not documented.' })
  label!: string | null;
  @Field(() => String, { nullable: true, description: 'The check-in code; null if empty.' })
  signCode!: string | null;
  @Field(() => String, { nullable: true, description: 'A short link; null if empty. Where it leads is not documented.' })
  shortLink!: string | null;
  @Field(() => AttendeeSourceEnum, {
    nullable: true,
    description: 'How the attendee was registered. Null if the meaning of `sourceCode` is not documented.',
  })
  source!: AttendeeSource | null;
  @Field(() => Int, { nullable: true, description: "The service's code of the source; null if there is none." })
  sourceCode!: number | null;
  @Field(() => Int, { nullable: true, description: 'The service id of the registration channel; null if there is none.' })
  channel!: number | null;
  @Field(() => String, { nullable: true, description: 'The id at a third party; null if empty.' })
  openId!: string | null;
  @Field(() => WechatProfileType, { nullable: true, description: 'The WeChat profile. Null if all its fields are null.' })
  wechat!: WechatProfile | null;
  @Field(() => AttendeeReviewType, { description: 'The review of the registration by the organiser.' })
  review!: AttendeeReview;
  @Field(() => DateTimeScalar, { nullable: true, description: 'When the attendee was registered; null if not stated.' })
  registeredAt!: Date | null;
  @Field(() => DateTimeScalar, { nullable: true, description: 'When the record was last changed; null if not stated.' })
  updatedAt!: Date | null;
  @Field(() => DateTimeScalar, { nullable: true, description: 'When the record was deleted; null if it is not deleted.' })
  deletedAt!: Date | null;
  @Field(() => FaceSyncType, { description: 'The synchronisation of the picture with the face-recognition service.' })
  faceSync!: FaceSync;
  @Field(() => ID, { nullable: true, description: 'The id of the certificate application in the event service; null if there is none.' })
  certificateApplicationId!: string | null;
}
