import { articleRows } from './article.js';
import { attendeeRows } from './attendee.js';
import { categoryRows } from './category.js';
import { checkInRows } from './check-in.js';
import { envelopeRows } from './envelope.js';
import { formFieldRows } from './form-field.js';
import { registrationRows } from './registration.js';
import type { Row } from './row.js';
import { scheduleRows } from './schedule.js';
import { serviceAuthRows } from './service-auth.js';
import { ssoLoginRows } from './sso-login.js';
import { stockRows } from './stock.js';

/** One row for each documented field and parameter. */
export const rows: readonly Row[] = [
  ...envelopeRows,
  ...formFieldRows,
  ...attendeeRows,
  ...scheduleRows,
  ...articleRows,
  ...categoryRows,
  ...stockRows,
  ...registrationRows,
  ...checkInRows,
  ...ssoLoginRows,
  ...serviceAuthRows,
];
