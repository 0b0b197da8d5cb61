import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { Json } from '../../../primitives/json.js';
import type { ActivityId, ServiceId } from '../../../records/ids.js';
import type { LocalInterval, Schedule, ScheduleDay, ScheduleItem, ScheduleLink, ScheduleLive } from '../../../records/schedule.js';
import { DateScalar, DateTimeScalar, JsonScalar, LocalDateTimeScalar, LocalTimeScalar } from '../scalars.js';

@ObjectType('LocalInterval', { simpleResolvers: true, description: 'A range of times in the time zone of the event.' })
export class LocalIntervalType implements LocalInterval {
  @Field(() => LocalTimeScalar, { description: 'The beginning.' })
  start!: string;
  @Field(() => LocalTimeScalar, {
    description:
      "The end. If it is earlier than `start`, it is on the next day. The service's 24:00 is 00:00:00 here; `endsAt` is then the end of the day.",
  })
  end!: string;
}

@ObjectType('ScheduleLive', { simpleResolvers: true, description: 'The live stream of a schedule item.' })
export class ScheduleLiveType implements ScheduleLive {
  @Field(() => ID, { nullable: true, description: 'The id of the live stream in the event service; null if there is none.' })
  liveId!: string | null;
  @Field(() => Int, {
    nullable: true,
    description: "The service's code for the type of the live stream. Its values are not documented; null if there is none.",
  })
  type!: number | null;
  @Field(() => String, { nullable: true, description: 'The name; null if empty.' })
  name!: string | null;
  @Field(() => String, { nullable: true, description: 'The address of the live stream; null if empty.' })
  url!: string | null;
}

@ObjectType('ScheduleLink', { simpleResolvers: true, description: 'The link of a schedule item.' })
export class ScheduleLinkType implements ScheduleLink {
  @Field(() => Int, {
    nullable: true,
    description: "The service's code for the mode of the link. Its values are not documented; null if there is none.",
  })
  mode!: number | null;
  @Field(() => String, { nullable: true, description: 'The title; null if empty.' })
  title!: string | null;
  @Field(() => String, { nullable: true, description: "The link's target, as the service sends it; null if empty." })
  value!: string | null;
  @Field(() => String, { nullable: true, description: 'The label of the link; null if empty.' })
  label!: string | null;
  @Field(() => String, { nullable: true, description: 'The id of the app that opens the link; null if empty.' })
  appId!: string | null;
}

@ObjectType('ScheduleItem', { simpleResolvers: true, description: 'One item of the schedule.' })
export class ScheduleItemType implements Omit<ScheduleItem, 'kind'> {
  @Field(() => ID, { description: 'The global id, "scheduleItem:<activity id>:<service id>".' })
  id!: string;
  @Field(() => ID, { description: 'The id in the event service, a number.' })
  serviceId!: ServiceId;
  @Field(() => ID, { description: 'The id of the activity, such as "1001".' })
  activityId!: ActivityId;
  @Field(() => ID, { nullable: true, description: 'The global id of the parent item; null if there is none.' })
  parentId!: string | null;
  @Field(() => String, { description: 'The title; empty if the service has none.' })
  title!: string;
  @Field(() => String, { nullable: true, description: 'The subtitle; null if empty.' })
  subtitle!: string | null;
  @Field(() => String, { nullable: true, description: 'The introduction; null if empty.' })
  introduction!: string | null;
  @Field(() => String, { nullable: true, description: 'Where the item takes place; null if empty.' })
  place!: string | null;
  @Field(() => DateTimeScalar, { nullable: true, description: 'When the item begins; null if not stated.' })
  startsAt!: Date | null;
  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'When the item ends: `startsAt` plus the length of `interval`. Null if one of them is missing. An interval from 00:00 to 24:00 is a whole day.',
  })
  endsAt!: Date | null;
  @Field(() => LocalIntervalType, {
    nullable: true,
    description: 'The times of day at which the item begins and ends; null if not stated.',
  })
  interval!: LocalInterval | null;
  @Field(() => String, {
    nullable: true,
    description:
      'What the service sends as the id of the guest, unchanged: one id, or several in a format that is not documented; null if there is none.',
  })
  guestId!: string | null;
  @Field(() => String, {
    nullable: true,
    description: 'What the service sends as the name of the guest, unchanged: one name or several; null if empty.',
  })
  guestName!: string | null;
  @Field(() => [JsonScalar], { description: 'Further guests, as the service stores them. Their shape is not documented.' })
  guests!: readonly Json[];
  @Field(() => String, { nullable: true, description: 'The id of the online meeting; null if empty.' })
  meetingId!: string | null;
  @Field(() => String, { nullable: true, description: 'The password of the online meeting; null if empty.' })
  meetingPassword!: string | null;
  @Field(() => ScheduleLiveType, { nullable: true, description: 'The live stream; null if there is none.' })
  live!: ScheduleLive | null;
  @Field(() => ScheduleLinkType, { nullable: true, description: 'The link; null if there is none.' })
  link!: ScheduleLink | null;
  @Field(() => ID, { nullable: true, description: 'The id of the time category in the event service; null if there is none.' })
  timeCategoryId!: string | null;
  @Field(() => String, { nullable: true, description: 'The name of the time category; null if empty.' })
  timeCategoryName!: string | null;
  @Field(() => ID, { nullable: true, description: 'The id of the schedule category in the event service; null if there is none.' })
  categoryId!: string | null;
  @Field(() => String, { nullable: true, description: 'The name of the schedule category; null if empty.' })
  categoryName!: string | null;
  @Field(() => Int, {
    nullable: true,
    description: "The service's code for the hidden status of the item. Its values are not documented; null if there is none.",
  })
  hiddenStatus!: number | null;
  @Field(() => LocalDateTimeScalar, { nullable: true, description: 'When the item was created; null if not stated.' })
  createdAt!: string | null;
  @Field(() => DateTimeScalar, { nullable: true, description: 'When the item was deleted; null if it is not deleted.' })
  deletedAt!: Date | null;
  @Field(() => [ScheduleItemType], { description: 'The items that belong to this one.' })
  children!: readonly ScheduleItem[];
}

@ObjectType('ScheduleDay', { simpleResolvers: true, description: 'One day of the schedule.' })
export class ScheduleDayType implements ScheduleDay {
  @Field(() => DateScalar, { description: 'The day.' })
  date!: string;
  @Field(() => [ScheduleItemType], { description: "The items of the day, in the service's order." })
  items!: readonly ScheduleItem[];
}

@ObjectType('ActivitySchedule', { simpleResolvers: true, description: 'The schedule of an activity by day.' })
export class ActivityScheduleType implements Schedule {
  @Field(() => Int, {
    description: 'The number of items that the service reports. With `from` or `to`, the number of items of those days.',
  })
  totalCount!: number;
  @Field(() => [ScheduleDayType], { description: 'The days in ascending order.' })
  days!: readonly ScheduleDay[];
}
