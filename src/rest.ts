/** The event service's endpoints as typed methods, without GraphQL: `import { createRestClient } from 'event-graph/rest'`. */
export { createRestClient, type RestClient, type RestClientOptions } from './assembly/library/rest-client.js';
export { ConfigError } from './config/config.js';
export * from './model/errors.js';
export { ForbiddenError, NoActivityError } from './model/forbidden-errors.js';
export * from './model/upstream-errors.js';
export type { ServiceOptions, ServiceTuning, SignatureOptions } from './assembly/library/options.js';
export type { Article, ArticleList } from './model/article.js';
export type {
  Attendee,
  AttendeeDetail,
  AttendeeReview,
  AttendeeSource,
  FaceSync,
  FaceSyncStatus,
  ReviewState,
  WechatProfile,
} from './model/attendee.js';
export type { Category } from './model/category.js';
export type { CheckInDevice, CheckInMatch, CheckInQuery } from './model/check-in.js';
export type { CheckInField, FormField, FormFieldKind } from './model/form-field.js';
export type { NewRegistrant, NewRegistration, RegisteredAttendee, RegistrationReply } from './model/registration.js';
export type { LocalInterval, Schedule, ScheduleDay, ScheduleItem, ScheduleLink, ScheduleLive } from './model/schedule.js';
export type { SsoLogin } from './model/sso-login.js';
export type { StockItem } from './model/stock.js';
