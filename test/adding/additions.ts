/* The additions that tests make. A name is taken once it is added, so each name is here once, and no document shows it. */

import { fieldKinds } from '../../tools/adding/field-kinds.js';
import type { Addition } from '../../tools/adding/plan.js';

/** Made by the command in one copy of the repository, and with {@link additionsOfCopy} in another. */
export const listOfCopy = { recipe: 'list', name: 'ShuttleBus', plural: 'ShuttleBuses' } as const;

/** Made in a copy after the list, and compiled and tested with it. */
export const additionsOfCopy: readonly Addition[] = [
  { recipe: 'page', name: 'ShuttleBus', plural: 'ShuttleBuses' },
  { recipe: 'list', name: 'Staff', plural: 'Staff' },
  { recipe: 'object', name: 'Florist' },
  { recipe: 'lookup', name: 'Coupon' },
  { recipe: 'personal-list', name: 'Chaperone' },
  { recipe: 'setting', name: 'MAX_SPREADS' },
  { recipe: 'error-code', name: 'EVENT_FULL' },
  ...Object.keys(fieldKinds).map((type, index): Addition => ({ recipe: 'field', owner: 'ShuttleBus', field: `example${index}`, type })),
  ...['Florist', 'Coupon', 'Chaperone', 'Attendee', 'Category', 'Article', 'ScheduleItem', 'FormField'].map((owner): Addition => ({
    recipe: 'field',
    owner,
    field: 'seatCount',
    type: 'Int!',
    key: 'seats',
  })),
  { recipe: 'field', owner: 'ShuttleBus', field: 'article', type: 'Article' },
  { recipe: 'field', owner: 'ShuttleBus', field: 'session', type: 'ScheduleItem' },
  { recipe: 'field', owner: 'ScheduleItem', field: 'shuttleBus', type: 'ShuttleBus' },
  ...Object.keys(fieldKinds).map((type, index): Addition => ({ recipe: 'field', owner: 'Attendee', field: `detail${index}`, type })),
  { recipe: 'field', owner: 'Category', field: 'bestGoods', type: 'Goods', key: 'goods' },
  { recipe: 'mutation', name: 'cancelOrder' },
];

/** Planned without a compiler: two of each recipe, in the repository and in the copy. */
export const plannedAdditions: readonly Addition[] = [
  { recipe: 'list', name: 'SampleNoun' },
  { recipe: 'list', name: 'Chaos', plural: 'Chaos' },
  { recipe: 'page', name: 'SampleNoun' },
  { recipe: 'page', name: 'Chaos', plural: 'Chaos' },
  { recipe: 'list-without-ids', name: 'SampleItem' },
  { recipe: 'list-without-ids', name: 'InventedItem' },
  { recipe: 'object', name: 'InventedPart' },
  { recipe: 'object', name: 'SamplePart' },
  { recipe: 'personal-list', name: 'SamplePerson' },
  { recipe: 'personal-list', name: 'InventedPerson' },
  { recipe: 'lookup', name: 'SampleRecord' },
  { recipe: 'lookup', name: 'InventedRecord' },
  { recipe: 'mutation', name: 'sendInventedNoun' },
  { recipe: 'mutation', name: 'inventSample' },
  { recipe: 'setting', name: 'MAX_SAMPLES' },
  { recipe: 'setting', name: 'MAX_INVENTIONS' },
  { recipe: 'error-code', name: 'SAMPLE_REFUSED' },
  { recipe: 'error-code', name: 'SAMPLE_INVENTED' },
  { recipe: 'field', owner: 'SampleNoun', field: 'sampleCount', type: 'Int' },
  { recipe: 'field', owner: 'SampleNoun', field: 'category', type: 'Category' },
  { recipe: 'field', owner: 'Article', field: 'sampleNoun', type: 'SampleNoun' },
];
