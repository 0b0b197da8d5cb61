/* The recipes in the folder of this name: the lines of an example, the name of the example, and what its copy under another name leaves to decide. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stepsIn, type Step } from './steps.js';
import { undecidedPointsIn, type UndecidedPoint } from './undecided-points.js';

const folder = 'tools/adding/recipes';

/** The recipes that `npm run add` writes under another name, each with the name of its example. */
export const examples = {
  list: 'Sponsor',
  'list-without-ids': 'Partner',
  object: 'Venue',
  'personal-list': 'Steward',
  lookup: 'Badge',
  page: 'Sponsor',
  mutation: 'sendReminder',
  setting: 'MAX_VARIABLES',
  'error-code': 'REGISTRATION_CLOSED',
} as const;
export type AddedRecipe = keyof typeof examples;
export const addedRecipes = Object.keys(examples) as readonly AddedRecipe[];

/** All recipes, in an order in which they can be applied together. */
export const recipeNames = [
  'field',
  'nested',
  'link',
  'list',
  'list-without-ids',
  'signature',
  'page',
  'object',
  'lookup',
  'personal-list',
  'mutation',
  'setting',
  'scope',
  'error-code',
] as const;
export type RecipeName = (typeof recipeNames)[number];

export interface Recipe {
  readonly name: RecipeName;
  readonly document: string;
  readonly steps: readonly Step[];
  /** A query that works with the lines; null if the recipe has none. */
  readonly query: string | null;
  /** What someone who adds another record decides. */
  readonly undecidedPoints: readonly UndecidedPoint[];
}

/** Reads a recipe. @param root the folder of the repository */
export function readRecipe(name: RecipeName, root = '.'): Recipe {
  const document = `${folder}/${name}.md`;
  const text = readFileSync(join(root, document), 'utf8');
  return {
    name,
    document,
    steps: stepsIn(document, text),
    query: /^Then this .*?```graphql\n(.*?)```/ms.exec(text)?.[1]!.trim() ?? null,
    undecidedPoints: undecidedPointsIn(/^## To decide\n\n([^]*)/m.exec(text)?.[1] ?? ''),
  };
}
