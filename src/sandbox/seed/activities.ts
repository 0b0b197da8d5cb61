import type { ActivitySeed } from '../store.js';
import { conferenceArticles, workshopArticles } from './articles.js';
import { conferenceAttendees, workshopAttendees } from './attendees.js';
import { conferenceCategories, workshopCategories } from './categories.js';
import { conferenceForm, conferenceKeys, workshopForm } from './form-fields.js';
import { conferenceSchedule } from './schedule.js';
import { conferenceGoods, conferenceTickets, workshopTickets } from './stock.js';

/** The Harbour Technology Summit (1001), large and complete, and a small workshop (1002) without schedule or goods. */
export function seedActivities(): ActivitySeed[] {
  const { company, email, idcard, photo } = conferenceKeys;
  return [
    {
      id: 1001,
      formFields: conferenceForm,
      columns: { company, email, idcard, avatar: photo },
      isReview: 2,
      attendees: conferenceAttendees(),
      schedule: conferenceSchedule(),
      articles: conferenceArticles,
      categories: conferenceCategories(conferenceArticles),
      tickets: conferenceTickets,
      goods: conferenceGoods,
    },
    {
      id: 1002,
      formFields: workshopForm,
      columns: {},
      isReview: 1,
      attendees: workshopAttendees(),
      schedule: new Map(),
      articles: workshopArticles,
      categories: workshopCategories(workshopArticles),
      tickets: workshopTickets,
      goods: [],
    },
  ];
}
