/*
 * The records: each is a type of the graph and, for users of the REST client, a type of TypeScript. Written by npm run schema from the
 * classes of this folder.
 */

export { Article, ArticleList } from './article.js';
export { Attendee, AttendeeReview, FaceSync, WechatProfile } from './attendee.js';
export { Category } from './category.js';
export { CheckInEvent, CheckInField, CheckInMatch } from './check-in.js';
export { FormField } from './form-field.js';
export { LocalInterval, Schedule, ScheduleDay, ScheduleItem, ScheduleLink, ScheduleLive } from './schedule.js';
export { SsoLogin } from './sso-login.js';
export { Goods, StockItem, TicketItem } from './stock.js';
export { UserError } from './user-error.js';
