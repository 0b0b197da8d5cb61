import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { FormAnswer } from '../../../domain/registration/form-answers.js';
import type {
  Attendee,
  AttendeeReview,
  AttendeeSource,
  FaceSync,
  FaceSyncStatus,
  ReviewState,
  WechatProfile,
} from '../../../model/attendee.js';
import type { FormField } from '../../../model/form-field.js';
import type { ActivityId, ServiceId } from '../../../model/ids.js';
import { AttendeeSourceEnum, FaceSyncStatusEnum, ReviewStateEnum } from '../enums.js';
import { FormFieldType } from '../form-field/form-field.type.js';
import { DateTimeScalar } from '../scalars.js';

@ObjectType('WechatProfile', { simpleResolvers: true, description: 'The WeChat profile (§2.2).' })
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

@ObjectType('AttendeeReview', { simpleResolvers: true, description: 'The review of a registration by the organiser (§3).' })
export class AttendeeReviewType implements AttendeeReview {
  @Field(() => ReviewStateEnum, { nullable: true, description: 'Null if `code` is retired (4, 5) or not in the interface.' })
  state!: ReviewState | null;
  @Field(() => Int, { description: "The service's number of the state." })
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
  @Field(() => FaceSyncStatusEnum, { nullable: true, description: 'Null if `statusCode` is not in the interface.' })
  status!: FaceSyncStatus | null;
  @Field(() => Int, { description: "The service's number of the status." })
  statusCode!: number;
  @Field(() => String, { nullable: true })
  message!: string | null;
  @Field(() => Boolean, { description: 'Whether the avatar is in the cloud face service.' })
  inCloud!: boolean;
}

@ObjectType('CustomFieldValue', { simpleResolvers: true, description: 'One form answer of an attendee.' })
export class CustomFieldValueType implements FormAnswer {
  @Field(() => String, { description: 'The key of the form field.' })
  name!: string;
  @Field(() => FormFieldType, { nullable: true, description: 'The definition. Null if the form no longer has the field.' })
  field!: FormField | null;
  @Field(() => String, { nullable: true, description: 'The form answer as a string. A structured one is JSON in a string.' })
  value!: string | null;
}

@ObjectType('Attendee', {
  simpleResolvers: true,
  description:
    'A registrant of an activity (§2.2). `companyTaxId`, `otherChannel` and `points` exist only in get-one, the read of a\n' +
    'single attendee (§4.4): selecting any of them costs one call per attendee. All other fields are read in batches.',
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
  @Field(() => String, { nullable: true, description: 'The transliterated name.' })
  namePinyin!: string | null;
  @Field(() => String, { nullable: true })
  nameInitials!: string | null;
  @Field(() => String, { nullable: true })
  mobile!: string | null;
  @Field(() => String, { nullable: true, description: "From the service's `email`, or its misspelled variant if that is blank." })
  email!: string | null;
  @Field(() => String, { nullable: true, description: 'The national identity number.' })
  idCardNumber!: string | null;
  @Field(() => String, { nullable: true })
  company!: string | null;
  @Field(() => String, { nullable: true })
  avatarUrl!: string | null;
  @Field(() => String, { nullable: true })
  orderNumber!: string | null;
  @Field(() => String, { nullable: true })
  label!: string | null;
  @Field(() => String, { nullable: true, description: 'The check-in code.' })
  signCode!: string | null;
  @Field(() => String, { nullable: true })
  shortLink!: string | null;
  @Field(() => AttendeeSourceEnum, { nullable: true })
  source!: AttendeeSource | null;
  @Field(() => Int, { nullable: true, description: "The service's number of the source." })
  sourceCode!: number | null;
  @Field(() => Int, { nullable: true, description: 'The registration channel.' })
  channel!: number | null;
  @Field(() => String, { nullable: true, description: 'The open id of a third party.' })
  openId!: string | null;
  @Field(() => WechatProfileType, { nullable: true, description: 'Null if all fields are blank.' })
  wechat!: WechatProfile | null;
  @Field(() => AttendeeReviewType)
  review!: AttendeeReview;
  @Field(() => DateTimeScalar, { nullable: true })
  registeredAt!: Date | null;
  @Field(() => DateTimeScalar, { nullable: true })
  updatedAt!: Date | null;
  @Field(() => DateTimeScalar, { nullable: true, description: 'Null if the attendee is not deleted.' })
  deletedAt!: Date | null;
  @Field(() => FaceSyncType)
  faceSync!: FaceSync;
  @Field(() => ID, { nullable: true, description: 'Null if no certificate was applied for.' })
  certificateApplicationId!: string | null;
}
