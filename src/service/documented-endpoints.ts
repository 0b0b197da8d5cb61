/* The endpoints of §4: a line for each file that has some. */

export { listArticles } from './article.js';
export { getAttendee, listAttendees } from './attendee.js';
export { listCategories } from './category.js';
export { lookUpCheckIn } from './check-in.js';
export { getFormFields } from './form-field.js';
export { addAttendees } from './registration.js';
export { listSchedule } from './schedule.js';
export { ssoLogin } from './sso-login.js';
export { listGoods, listTickets } from './stock.js';
