/* The rows of the field mapping: a line for each file that has some. */

export { articleRows } from './article.js';
export { attendeeRows } from './attendee.js';
export { attendeeReadRows } from './attendee-reads.js';
export { categoryRows } from './category.js';
export { checkInRows } from './check-in.js';
export { envelopeRows } from './envelope.js';
export { formFieldRows } from './form-field.js';
export { registrationRows } from './registration.js';
export { scheduleRows } from './schedule.js';
export { serviceAuthRows } from './service-auth.js';
export { ssoLoginRows } from './sso-login.js';
export { stockRows } from './stock.js';
