/* The additions that tests make. A name is taken once it is added, so each name is here once, and no document shows it. */

import type { Addition } from '../../tools/adding/plan.js';

/** Made in a copy of the repository, which is compiled and tested then. */
export const additionsOfCopy: readonly Addition[] = [
  { recipe: 'list', name: 'MealPlan' },
  { recipe: 'page', name: 'MealPlan' },
  { recipe: 'list', name: 'Staff', plural: 'Staff' },
  { recipe: 'object', name: 'Florist' },
  { recipe: 'lookup', name: 'Coupon' },
  { recipe: 'setting', name: 'MAX_SPREADS' },
  { recipe: 'error-code', name: 'EVENT_FULL' },
  { recipe: 'mutation', name: 'cancelOrder' },
];

/** Planned without a compiler: two of each recipe, in the repository and in the copy. */
export const plannedAdditions: readonly Addition[] = [
  { recipe: 'list', name: 'SampleNoun' },
  { recipe: 'list', name: 'Chaos', plural: 'Chaos' },
  { recipe: 'page', name: 'SampleNoun' },
  { recipe: 'page', name: 'Chaos', plural: 'Chaos' },
  { recipe: 'object', name: 'InventedPart' },
  { recipe: 'object', name: 'SamplePart' },
  { recipe: 'lookup', name: 'SampleRecord' },
  { recipe: 'lookup', name: 'InventedRecord' },
  { recipe: 'mutation', name: 'sendInventedNoun' },
  { recipe: 'mutation', name: 'inventSample' },
  { recipe: 'setting', name: 'MAX_SAMPLES' },
  { recipe: 'setting', name: 'MAX_INVENTIONS' },
  { recipe: 'error-code', name: 'SAMPLE_REFUSED' },
  { recipe: 'error-code', name: 'SAMPLE_INVENTED' },
];
