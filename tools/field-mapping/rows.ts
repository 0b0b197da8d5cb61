import { articleRows } from './article.js';
import { attendeeReadRows, attendeeRows } from './attendee.js';
import { categoryRows } from './category.js';
import { checkInRows } from './check-in.js';
import { envelopeRows, serviceAuthRows } from './envelope.js';
import { formFieldRows } from './form-field.js';
import { registrationRows, ssoLoginRows } from './mutations.js';
import type { Row } from './row.js';
import { scheduleRows } from './schedule.js';
import { stockRows } from './stock.js';

/** One row for each documented field and parameter. */
export const rows: readonly Row[] = [
  ...envelopeRows,
  ...serviceAuthRows,
  ...formFieldRows,
  ...attendeeRows,
  ...attendeeReadRows,
  ...registrationRows,
  ...ssoLoginRows,
  ...checkInRows,
  ...scheduleRows,
  ...articleRows,
  ...categoryRows,
  ...stockRows,
];
