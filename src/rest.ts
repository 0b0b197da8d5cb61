/** The event service's endpoints as typed methods, without GraphQL: `import { createRestClient } from 'event-graph/rest'`. */
export { createRestClient, type RestClient, type RestClientOptions } from './assembly/library/rest-client.js';
export { ConfigError } from './config/config.js';
export * from './records/errors.js';
export type { ServiceOptions, ServiceTuning, SignatureOptions } from './assembly/library/options.js';
export type { Article, ArticleList } from './records/article.js';
export type {
  Attendee,
  AttendeeDetail,
  AttendeeReview,
  AttendeeSource,
  FaceSync,
  FaceSyncStatus,
  ReviewState,
  WechatProfile,
} from './records/attendee.js';
export type { Category } from './records/category.js';
export type { CheckInDevice, CheckInMatch, CheckInQuery } from './records/check-in.js';
export type { CheckInField, FormField, FormFieldKind } from './records/form-field.js';
export type { NewRegistrant, NewRegistration, RegisteredAttendee, RegistrationReply } from './records/registration.js';
export type { LocalInterval, Schedule, ScheduleDay, ScheduleItem, ScheduleLink, ScheduleLive } from './records/schedule.js';
export type { SsoLogin } from './records/sso-login.js';
export type { StockItem } from './records/stock.js';
