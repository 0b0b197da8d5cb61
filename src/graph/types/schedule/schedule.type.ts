import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { ActivityId, ServiceId } from '../../../model/ids.js';
import type { Json } from '../../../primitives/json.js';
import type { LocalInterval, Schedule, ScheduleDay, ScheduleItem, ScheduleLink, ScheduleLive } from '../../../model/schedule.js';
import { DateScalar, DateTimeScalar, JsonScalar, LocalDateTimeScalar, LocalTimeScalar } from '../scalars.js';

@ObjectType('LocalInterval', { simpleResolvers: true, description: 'A range of times in the time zone of the event.' })
export class LocalIntervalType implements LocalInterval {
  @Field(() => LocalTimeScalar)
  start!: string;
  @Field(() => LocalTimeScalar)
  end!: string;
}

@ObjectType('ScheduleLive', { simpleResolvers: true, description: 'The live stream of a schedule item.' })
export class ScheduleLiveType implements ScheduleLive {
  @Field(() => ID, { nullable: true })
  liveId!: string | null;
  @Field(() => Int, { nullable: true, description: 'The meaning of the numbers is not documented.' })
  type!: number | null;
  @Field(() => String, { nullable: true })
  name!: string | null;
  @Field(() => String, { nullable: true })
  url!: string | null;
}

@ObjectType('ScheduleLink', { simpleResolvers: true, description: 'The link of a schedule item.' })
export class ScheduleLinkType implements ScheduleLink {
  @Field(() => Int, { nullable: true, description: 'The meaning of the numbers is not documented.' })
  mode!: number | null;
  @Field(() => String, { nullable: true })
  title!: string | null;
  @Field(() => String, { nullable: true })
  value!: string | null;
  @Field(() => String, { nullable: true })
  label!: string | null;
  @Field(() => String, { nullable: true })
  appId!: string | null;
}

@ObjectType('ScheduleItem', { simpleResolvers: true, description: 'One entry of the schedule (§2.3).' })
export class ScheduleItemType implements Omit<ScheduleItem, 'kind'> {
  @Field(() => ID, { description: 'The global id, "scheduleItem:<activity id>:<service id>".' })
  id!: string;
  @Field(() => ID, { description: "The service's own number." })
  serviceId!: ServiceId;
  @Field(() => ID)
  activityId!: ActivityId;
  @Field(() => ID, { nullable: true, description: 'The global id of the parent item.' })
  parentId!: string | null;
  @Field(() => String)
  title!: string;
  @Field(() => String, { nullable: true })
  subtitle!: string | null;
  @Field(() => String, { nullable: true })
  introduction!: string | null;
  @Field(() => String, { nullable: true })
  place!: string | null;
  @Field(() => DateTimeScalar, { nullable: true })
  startsAt!: Date | null;
  @Field(() => DateTimeScalar, { nullable: true, description: '`startsAt` plus the duration of `interval`.' })
  endsAt!: Date | null;
  @Field(() => LocalIntervalType, { nullable: true })
  interval!: LocalInterval | null;
  @Field(() => String, { nullable: true })
  guestId!: string | null;
  @Field(() => String, { nullable: true })
  guestName!: string | null;
  @Field(() => [JsonScalar], { description: 'Further guests, as the service stores them.' })
  guests!: readonly Json[];
  @Field(() => String, { nullable: true })
  meetingId!: string | null;
  @Field(() => String, { nullable: true })
  meetingPassword!: string | null;
  @Field(() => ScheduleLiveType, { nullable: true })
  live!: ScheduleLive | null;
  @Field(() => ScheduleLinkType, { nullable: true })
  link!: ScheduleLink | null;
  @Field(() => ID, { nullable: true })
  timeCategoryId!: string | null;
  @Field(() => String, { nullable: true })
  timeCategoryName!: string | null;
  @Field(() => ID, { nullable: true })
  categoryId!: string | null;
  @Field(() => String, { nullable: true })
  categoryName!: string | null;
  @Field(() => Int, { nullable: true, description: 'The meaning of the numbers is not documented.' })
  hiddenStatus!: number | null;
  @Field(() => LocalDateTimeScalar, { nullable: true })
  createdAt!: string | null;
  @Field(() => DateTimeScalar, { nullable: true })
  deletedAt!: Date | null;
  @Field(() => [ScheduleItemType], { description: 'The items that belong to this one.' })
  children!: readonly ScheduleItem[];
}

@ObjectType('ScheduleDay', { simpleResolvers: true, description: 'One day of the schedule.' })
export class ScheduleDayType implements ScheduleDay {
  @Field(() => DateScalar)
  date!: string;
  @Field(() => [ScheduleItemType])
  items!: readonly ScheduleItem[];
}

@ObjectType('ActivitySchedule', { simpleResolvers: true, description: 'The schedule of an activity by day (§4.6).' })
export class ActivityScheduleType implements Schedule {
  @Field(() => Int, {
    description: 'The number of items that the service reports. With `from` or `to`, the number of items of those days.',
  })
  totalCount!: number;
  @Field(() => [ScheduleDayType])
  days!: readonly ScheduleDay[];
}
