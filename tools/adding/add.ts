/*
 * npm run add -- <recipe> <name>: writes the lines of a recipe into the working tree, with the name in place of that of the example.
 * docs/adding.md describes it.
 *
 * 1. plan.ts returns the new texts of the files. The steps of an addition are those of its recipe (recipes.ts), in which names.ts replaces the
 *    name of the example. Those of a field are made for its record: by field.ts, or by link.ts if it leads to another record.
 * 2. Before, existing-names.ts refuses a name that is taken. Afterwards, undecided-points.ts adds comments to the steps, and steps.ts applies
 *    each step to the text of its file.
 * 3. This file writes the texts, generates what follows from them, and prints what is left to do (invented-lines.ts, undecided-points.ts).
 */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { fieldKinds } from './field-kinds.js';
import { inventedIn } from './invented-lines.js';
import { planOf, spellings, type Addition, type Plan } from './plan.js';
import { addedRecipes } from './recipes.js';
import { Refusal } from './refusal.js';
import { suitesIn, suitesOfFieldIn } from './suites.js';
import { undecidedIn } from './undecided-points.js';

const usage = `npm run add -- field <Type>.<field> <type> [--key <member of the service's JSON>] [--uncommitted]
npm run add -- <recipe> <name> [--plural <names>] [--uncommitted]
Types of a field: ${Object.keys(fieldKinds).join(', ')}, or an entity of a list.
Recipes, each with an example of a name:
${addedRecipes.map((recipe) => `  ${recipe} ${spellings[recipe][1]}`).join('\n')}`;

try {
  const given = readArguments();
  if (given === null) console.log(usage);
  else add(given);
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(`${error.message}\nNothing was written.`);
  process.exitCode = 1;
}

interface Given {
  readonly addition: Addition;
  readonly uncommitted: boolean;
}

function add({ addition, uncommitted }: Given): void {
  const plan = planOf(addition, {
    textOf: (file) => (existsSync(file) ? readFileSync(file, 'utf8') : null),
    sources: () =>
      readdirSync('src', { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.ts'))
        .map((path) => join('src', path)),
  });
  // After the plan: a name that is refused is refused in any case.
  if (!uncommitted) refuseUncommittedFiles();
  write(plan, addition, uncommitted);
}

/** Reads the arguments; null: the caller asks how to use the command. @throws Refusal */
function readArguments(): Given | null {
  const { values, positionals } = parsed();
  const [given, name, ...others] = positionals;
  const { help, uncommitted, plural, key } = values;
  if (help) return null;
  if (given === 'field') {
    // `Hall.capacity Int` and `Hall capacity Int` are the same.
    const [owner, field, type, ...more] = positionals.slice(1).flatMap((text) => text.split('.'));
    if (owner === undefined || field === undefined) refuse('The type that gets the field, or the name of the field, is missing.');
    if (type === undefined) refuse('The type of the field is missing.');
    if (more[0] !== undefined) refuse(`There is an additional argument, "${more[0]}".`);
    if (plural !== undefined) refuse('A field has no --plural.');
    return { addition: { recipe: 'field', owner, field, type, ...(key !== undefined && { key }) }, uncommitted };
  }
  const recipe = addedRecipes.find((one) => one === given);
  if (recipe === undefined) refuse(given === undefined ? 'The recipe is missing.' : `There is no recipe "${given}".`);
  if (name === undefined) refuse('The name is missing.');
  if (others[0] !== undefined) refuse(`There is an additional argument, "${others[0]}".`);
  if (key !== undefined) refuse('Only a field has --key.');
  return { addition: { recipe, name, ...(plural !== undefined && { plural }) }, uncommitted };
}

function parsed() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        plural: { type: 'string' },
        key: { type: 'string' },
        uncommitted: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

/** Refuses the arguments. @throws Refusal with the problem and the usage */
function refuse(problem: string): never {
  throw new Refusal(`${problem}\n${usage}`);
}

function refuseUncommittedFiles(): void {
  let changed: string;
  try {
    changed = execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8', stdio: 'pipe' });
  } catch {
    throw new Refusal('Git cannot say whether files are uncommitted. With --uncommitted the recipe is applied nevertheless.');
  }
  if (changed !== '') throw new Refusal(`Files are uncommitted. Commit them, or pass --uncommitted:\n${changed.trimEnd()}`);
}

function write(plan: Plan, { recipe }: Addition, uncommitted: boolean): void {
  const { changes, created, steps } = plan;
  for (const [file, text] of changes) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    console.log(`${created.has(file) ? 'created' : 'changed'} ${file}`);
  }
  const sources = [...changes.keys()].filter((file) => file.endsWith('.ts'));
  try {
    run(process.execPath, 'node_modules/oxfmt/bin/oxfmt', ...sources);
    for (const script of ['schema', 'types', 'docs']) run('npm', 'run', '--silent', script);
  } catch (error) {
    console.error(`\n${error instanceof Error ? error.message : String(error)}\n${afterFailure(plan, uncommitted)}`);
    process.exitCode = 1;
    return;
  }
  const textOf = (file: string) => readFileSync(file, 'utf8');
  const suites = (recipe === 'field' ? suitesOfFieldIn : suitesIn)(textOf('docs/adding/afterwards.md'));
  const invented = inventedIn(steps, textOf);
  const undecided = [...changes.keys()].flatMap((file) => undecidedIn(file, textOf(file)));
  console.log(`
The addition works in the sandbox, with what its example invents. Each comment TO DECIDE is at a place that you decide.
Remove it then: npm run check fails while there is one. A comment stands above what it is about; if that is a heading, or in a table that
the addition wrote or extended, below it:

${undecided.join('\n')}

These are the comments in the files that changed now. Those of earlier additions are in other files too: npm run undecided:check lists all.
${invented === '' ? '' : `\nThe lines with what the example invents:\n\n${invented}\n`}
Afterwards generate the files again, and run the checks:
npm run format && npm run schema && npm run types && npm run docs
npm run check
npx jest ${suites.join(' ')}`);
}

/** What to do after a failed step, whose error is printed above. */
function afterFailure({ created }: Plan, uncommitted: boolean): string {
  const restore = uncommitted ? 'undo the changes of the other files that are listed above' : 'git restore .';
  return `The files listed above are written, but a later step failed. Correct what its error names, then run:
npm run format && npm run schema && npm run types && npm run docs
Or undo the addition:
${created.size === 0 ? '' : `git clean -f ${[...created].join(' ')}\n`}${restore}`;
}

function run(program: string, ...args: readonly string[]): void {
  execFileSync(program, args, { stdio: 'inherit' });
}
