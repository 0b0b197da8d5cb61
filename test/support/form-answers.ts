/* Answers with which the sandbox accepts an attendee. */

import { conferenceKeys } from '../../src/sandbox/seed/form-fields.js';

/** A valid form answer for each visible field of activity 1001 of the sandbox, besides name and mobile. */
export const formAnswers = [
  { name: conferenceKeys.company, value: 'Harbour Ltd' },
  { name: conferenceKeys.jobTitle, value: 'Cook' },
  { name: conferenceKeys.email, value: 'a@example.com' },
  { name: conferenceKeys.industry, value: 'Software' },
  { name: conferenceKeys.photo, value: 'https://event.example/x.jpg' },
  { name: conferenceKeys.arrival, value: '2026-05-15' },
];
