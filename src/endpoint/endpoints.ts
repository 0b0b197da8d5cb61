import { listArticles } from './article.js';
import { getAttendee, listAttendees } from './attendee.js';
import { listCategories } from './category.js';
import { lookUpCheckIn } from './check-in.js';
import type { Endpoint } from './endpoint.js';
import { getFormFields } from './form-field.js';
import { addAttendees } from './registration.js';
import { listSchedule } from './schedule.js';
import { ssoLogin } from './sso-login.js';
import { listGoods, listTickets } from './stock.js';

/** The endpoints of §4, by name. The REST client has a method for each, and the tests have an input for each. */
export const endpoints = {
  getFormFields,
  addAttendees,
  listAttendees,
  getAttendee,
  lookUpCheckIn,
  listSchedule,
  listArticles,
  listCategories,
  listTickets,
  listGoods,
  ssoLogin,
} as const;

export type Endpoints = typeof endpoints;

/** The input of an endpoint. */
export type InputOf<Name extends keyof Endpoints> = Endpoints[Name] extends Endpoint<infer Input, infer _> ? Input : never;
