/* The endpoints of the sandbox: a line for each file that has some. */

export { listArticles } from './endpoints/article.js';
export { getAttendee, listAttendees } from './endpoints/attendee.js';
export { listCategories } from './endpoints/category.js';
export { lookUpCheckIn } from './endpoints/check-in.js';
export { getFormFields } from './endpoints/form-field.js';
export { addAttendees } from './endpoints/registration.js';
export { listSchedule } from './endpoints/schedule.js';
export { ssoLogin } from './endpoints/sso-login.js';
export { listGoods, listTickets } from './endpoints/stock.js';
export { showPicture } from './pictures/picture.js';
export { showQrCode } from './pictures/qrcode.js';

// The sandbox's own versions of the endpoints that the interface names only (§4.12). examples/operations.json binds them.
export { getCheckInToken, redirectLogin, verifyAuthorisation } from './undocumented-endpoints/access.js';
export { deleteAttendee, getSignCode, modifyAttendee, searchAttendees, sendSmsCode } from './undocumented-endpoints/attendee-changes.js';
export { getArticle, listScheduleCategories } from './undocumented-endpoints/content.js';
export { getExhibitor, listExhibitorFields, listExhibitors } from './undocumented-endpoints/exhibitor.js';
export { createOrder, getOrder, repayOrder } from './undocumented-endpoints/order.js';
export { getSpeaker, listSpeakerCategories, listSpeakers } from './undocumented-endpoints/speaker.js';
