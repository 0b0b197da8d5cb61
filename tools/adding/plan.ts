/* The files that a recipe changes when its example has another name. Nothing is written here. */

import { findTakenName, isReserved } from './existing-names.js';
import type { FieldAddition, FieldPlan } from './field-steps.js';
import { fieldPlan } from './field.js';
import { nameOf, renaming, spell, type Name, type TextKind } from './names.js';
import { examples, readRecipe, type AddedRecipe } from './recipes.js';
import { Refusal } from './refusal.js';
import { StepError, withStep, type Step } from './steps.js';
import { withComments, type UndecidedPoint } from './undecided-points.js';

export type Addition = NamedAddition | FieldAddition;

/** What a recipe writes under another name than that of its example. */
export interface NamedAddition {
  readonly recipe: AddedRecipe;
  readonly name: string;
  /** The plural of the name, in the same spelling. Omitted: the name with an `s`. */
  readonly plural?: string;
}

export interface Plan {
  /** The texts of the files that change, by path. */
  readonly changes: ReadonlyMap<string, string>;
  /** The files among them that do not exist yet. */
  readonly created: ReadonlySet<string>;
  readonly steps: readonly Step[];
}

/** The files of the repository. */
export interface Files {
  /** Returns the text of a file, or null if there is none. */
  readonly textOf: (file: string) => string | null;
  /** Returns the paths of the sources. */
  readonly sources: () => readonly string[];
}

/** How a name is spelled on the command line. */
export const spellings: Readonly<Record<AddedRecipe, readonly [pattern: RegExp, like: string]>> = {
  list: [/^([A-Z][a-z\d]+)+$/, 'Hall'],
  'list-without-ids': [/^([A-Z][a-z\d]+)+$/, 'Menu'],
  object: [/^([A-Z][a-z\d]+)+$/, 'Caterer'],
  lookup: [/^([A-Z][a-z\d]+)+$/, 'Voucher'],
  'personal-list': [/^([A-Z][a-z\d]+)+$/, 'Volunteer'],
  page: [/^([A-Z][a-z\d]+)+$/, 'Hall'],
  mutation: [/^[a-z\d]+([A-Z][a-z\d]+)+$/, 'sendInvitation'],
  setting: [/^[A-Z\d]+(_[A-Z\d]+)+$/, 'MAX_FRAGMENTS'],
  'error-code': [/^[A-Z\d]+(_[A-Z\d]+)+$/, 'EVENT_CANCELLED'],
};

/** The fields whose lines the recipes of fields show. */
export const exampleFields: ReadonlySet<string> = new Set(['Category.color', 'ScheduleItem.ticket']);

/** The recipes that write the plural of the name. */
const withPlural: ReadonlySet<AddedRecipe> = new Set(['list', 'list-without-ids', 'object', 'lookup', 'personal-list', 'page', 'mutation']);

const orRename = 'or rename the example first (docs/adding.md#the-command).';

/** @throws Refusal if the name is unfit or taken, or if a step does not fit the files */
export function planOf(addition: Addition, files: Files): Plan {
  if (addition.recipe === 'field' && exampleFields.has(`${addition.owner}.${addition.field}`))
    throw new Refusal(
      `${addition.owner}.${addition.field} is the example of a recipe in tools/adding/recipes. Choose another name, ${orRename}`,
    );
  const planned = addition.recipe === 'field' ? fieldPlan(addition, files) : stepsOf(addition, files);
  const steps = withComments(planned.steps, planned.undecidedPoints);
  const changes = new Map<string, string>();
  for (const step of steps) changes.set(step.file, applied(changes.get(step.file) ?? files.textOf(step.file), step));
  const created = new Set(steps.filter(({ position }) => position === 'new').map(({ file }) => file));
  return { changes, created, steps };
}

/** Returns the steps of a recipe with another name. */
function stepsOf({ recipe, name, plural }: NamedAddition, files: Files): FieldPlan {
  const [pattern, like] = spellings[recipe];
  for (const text of plural === undefined ? [name] : [name, plural])
    if (!pattern.test(text))
      throw new Refusal(
        `The recipe ${recipe} cannot use the name "${text}". Spell it like \`${like}\`` +
          (/^[a-z]/.test(text) && /^[A-Z]/.test(like) ? ': begin with a capital letter.' : '.') +
          (/[A-Z]{2}/.test(text) ? ' Write an abbreviation as a word, as in `QrCode`.' : ''),
      );
  if (name === examples[recipe])
    throw new Refusal(`${name} is the example of tools/adding/recipes/${recipe}.md. Choose another name, ${orRename}`);
  // A mutation has variables of its noun.
  const variable = spell(nameOf(name).singular.slice(recipe === 'mutation' ? 1 : 0), 'camel');
  if (withPlural.has(recipe) && isReserved(variable))
    throw new Refusal(`"${variable}" is a reserved word of JavaScript. Choose a name of two words.`);

  const renamed = renamingOf({ recipe, name, ...(plural !== undefined && { plural }) });
  const { steps, undecidedPoints } = readRecipe(recipe);
  const numbered = freeSections(steps, files.textOf('docs/event-service-interface.md') ?? '');
  const rewritten: Rewriting = (text, kind) => numbered(renamed(text, kind));
  const own = steps.map((step) => inOtherWords(step, rewritten));
  const taken = findTakenName(own, files);
  if (taken !== null) throw new Refusal(`${taken} Choose another name, or change what exists by hand.`);
  if (plural === undefined && withPlural.has(recipe) && /(?:[sxzy]|[cs]h)$/.test(name))
    throw new Refusal(`State the plural of ${name} with --plural: an added "s" may be wrong.`);
  if (plural === name && recipe !== 'list' && recipe !== 'page')
    throw new Refusal(`The plural of ${name} must differ from it, as in --plural ${name}Records: a class of the domain has its name.`);
  if (recipe === 'page') refuseMissingList(name, plural, files);
  return {
    steps: own,
    undecidedPoints: undecidedPoints.map(({ file, line, text }): UndecidedPoint => ({
      file: rewritten(file, 'path'),
      line: rewritten(line, kindOf(file)),
      text: rewritten(text, 'md'),
    })),
  };
}

/** @throws Refusal if there is no list of which the lines of a page could be a part */
function refuseMissingList(name: string, plural: string | undefined, { textOf }: Files): void {
  const { singular, plural: list } = nameOf(name, plural);
  if (textOf(`src/model/${spell(singular, 'kebab')}.ts`) === null)
    throw new Refusal(`Add the list first: npm run add -- list ${name}${plural === undefined ? '' : ` --plural ${plural}`}`);
  const field = spell(list, 'camel');
  if (!textOf('src/domain/activities.ts')?.includes(`  readonly ${field} = new EntityList(`))
    throw new Refusal(
      `Activity.${field} does not read an \`EntityList\` in src/domain/activities.ts, as a list that this command adds. ` +
        'Pass --plural if the list has another name; else add its page by hand: docs/adding/list.md explains it under "A page".',
    );
}

type Rewriting = (text: string, kind: TextKind) => string;

/** Replaces the name of the example. A mutation has two: its verb and its noun. */
function renamingOf({ recipe, name, plural }: NamedAddition): Rewriting {
  if (recipe !== 'mutation') return renaming(nameOf(examples[recipe]), nameOf(name, plural));
  const noun = ([, ...words]: readonly string[]): string => spell(words, 'pascal');
  const words = (text: string): Name['singular'] => nameOf(text).singular;
  const [verb, exampleVerb] = [words(name)[0]!, words(examples.mutation)[0]!];
  const ofNoun = renaming(nameOf(noun(words(examples.mutation))), nameOf(noun(words(name)), plural));
  const ofVerb = new RegExp(`\\b(${exampleVerb})(?=[A-Z]|\\b)`, 'gi');
  const verbIn = (text: string) => text.replaceAll(ofVerb, (found) => (/^[A-Z]/.test(found) ? spell([verb], 'pascal') : verb));
  return (text, kind) => ofNoun(verbIn(text), kind);
}

/** Returns a function that replaces the sections that a recipe invents by the next free ones of the interface. */
function freeSections(steps: readonly Step[], interfacePage: string): (text: string) => string {
  const invented = new Set(steps.flatMap(({ code }) => [...code.matchAll(/\b([24])\.(9\d)\b/g)].map(([section]) => section)));
  const free = new Map(
    [...invented].map((section) => {
      const part = section[0]!;
      const numbers = [...interfacePage.matchAll(new RegExp(`^### ${part}\\.(\\d+) `, 'gm'))].map(([, number]) => Number(number));
      return [section, `${part}.${Math.max(0, ...numbers) + 1}`];
    }),
  );
  return (text) =>
    text
      .replaceAll(/\b[24]\.9\d\b/g, (section) => free.get(section) ?? section)
      .replaceAll(/#([24])(9\d)(?=-)/g, (anchor, part: string, number: string) => {
        const section = free.get(`${part}.${number}`);
        return section === undefined ? anchor : `#${section.replace('.', '')}`;
      });
}

const kindOf = (file: string): TextKind => (/\.(ts|mjs)$/.test(file) ? 'ts' : file.endsWith('.graphql') ? 'graphql' : 'md');

function inOtherWords(step: Step, rewritten: Rewriting): Step {
  const kind = kindOf(step.file);
  return {
    ...step,
    file: rewritten(step.file, 'path'),
    line: step.line === null ? null : rewritten(step.line, kind),
    code: rewritten(step.code, kind),
  };
}

function applied(text: string | null, step: Step): string {
  try {
    return withStep(text, step);
  } catch (error) {
    throw error instanceof StepError ? new Refusal(error.message) : error;
  }
}
