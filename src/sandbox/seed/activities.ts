/* The data that the activities of the sandbox start with. */

import { conferenceArticles, conferenceCategories, withCounts, workshopArticles, workshopCategories } from './articles.js';
import { conferenceAttendees, workshopAttendees } from './attendees.js';
import type { Calendar } from './calendar.js';
import { conferenceForm, workshopForm } from './form-fields.js';
import { conferenceSchedule } from './schedule.js';

/** The data that an activity starts with. */
export type ActivitySeed = Readonly<ReturnType<typeof conference>>;

/** The stock of a ticket or of goods as the service sends it (§2.6). `money` is a number for tickets and a decimal string for goods. */
export type StockRecord = (typeof conferenceTickets | typeof conferenceGoods)[number];

/**
 * The Harbour Technology Summit (1001), large and complete, and a small workshop (1002) whose schedule and goods are empty. The
 * data depend on the arguments alone.
 */
export function seedActivities(seed: number, calendar: Calendar): readonly ActivitySeed[] {
  return [conference(seed, calendar), workshop(seed, calendar)];
}

/** The venue is in UTC+8, as the times of the calendar. */
const here = { timeZone: 'Asia/Shanghai', currency: 'CNY' };

function conference(seed: number, calendar: Calendar) {
  const articles = conferenceArticles(calendar);
  return {
    id: 1001,
    // No endpoint of the interface returns these. Logs show the name.
    facts: {
      name: 'Harbour Technology Summit',
      place: 'Harbour congress centre',
      ...here,
      startsOn: calendar.date(0),
      endsOn: calendar.date(2),
    },
    formFields: conferenceForm(calendar),
    // 2 if registrations are reviewed, otherwise 1 (§3).
    isReview: 2 as 1 | 2,
    // At least one. Their ids are consecutive.
    attendees: conferenceAttendees(seed, calendar),
    // By day as YYYY-MM-DD, ascending.
    schedule: conferenceSchedule(calendar),
    // Newest first.
    articles,
    categories: withCounts(conferenceCategories, articles),
    tickets: conferenceTickets,
    goods: conferenceGoods,
  };
}

function workshop(seed: number, calendar: Calendar): ActivitySeed {
  const articles = workshopArticles(calendar);
  return {
    id: 1002,
    facts: { name: 'Schema Design Workshop', place: 'Pier 4, room 2', ...here, startsOn: calendar.date(1), endsOn: calendar.date(1) },
    formFields: workshopForm,
    isReview: 1,
    attendees: workshopAttendees(seed, calendar),
    schedule: new Map(),
    articles,
    categories: withCounts(workshopCategories, articles),
    tickets: [{ id: 451, name: 'Seat', num: 30, sold_num: 25, money: 20 }],
    goods: [],
  };
}

/** Tickets. The third is sold out; the fourth is free of charge. */
const conferenceTickets = [
  { id: 401, name: 'Day Pass', num: 600, sold_num: 412, money: 99 },
  { id: 402, name: 'Full Pass', num: 800, sold_num: 655, money: 199.5 },
  { id: 403, name: 'VIP Pass', num: 50, sold_num: 50, money: 888 },
  { id: 404, name: 'Student Pass', num: 200, sold_num: 73, money: 0 },
];

/** Goods. More T-shirts are sold than exist. */
const conferenceGoods = [
  { id: 501, name: 'Notebook', num: 300, sold_num: 120, money: '59.00' },
  { id: 502, name: 'T-shirt', num: 100, sold_num: 103, money: '128.50' },
  { id: 503, name: 'Enamel pin', num: 1000, sold_num: 0, money: '9.90' },
];
