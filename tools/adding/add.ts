/*
 * npm run add -- <recipe> <name>: writes the lines of a recipe into the working tree, with the name in place of that of the example.
 * docs/adding.md describes it.
 */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { planOf, Refusal, type Addition, type Plan } from './plan.js';
import { addedRecipes, examples } from './recipes.js';

const usage = `npm run add -- <recipe> <name> [--plural <names>] [--uncommitted]
Recipes, each with the name of its example:
${addedRecipes.map((recipe) => `  ${recipe} ${examples[recipe]}`).join('\n')}`;

try {
  const { addition, uncommitted } = readArguments();
  if (!uncommitted) checkThatAllIsCommitted();
  const plan = planOf(addition, {
    textOf: (file) => (existsSync(file) ? readFileSync(file, 'utf8') : null),
    sources: () =>
      readdirSync('src', { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.ts'))
        .map((path) => join('src', path)),
  });
  write(plan, uncommitted);
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(`${error.message}\nNothing was written.`);
  process.exitCode = 1;
}

function readArguments(): { readonly addition: Addition; readonly uncommitted: boolean } {
  const { values, positionals } = parsed();
  const [given, name, ...others] = positionals;
  const recipe = addedRecipes.find((one) => one === given);
  if (given !== undefined && recipe === undefined) throw new Refusal(`There is no recipe "${given}".\n${usage}`);
  if (recipe === undefined || name === undefined || others.length > 0) throw new Refusal(usage);
  return { addition: { recipe, name, ...(values.plural !== undefined && { plural: values.plural }) }, uncommitted: values.uncommitted };
}

function parsed() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { plural: { type: 'string' }, uncommitted: { type: 'boolean', default: false } },
    });
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}

function checkThatAllIsCommitted(): void {
  let changed: string;
  try {
    changed = execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8', stdio: 'pipe' });
  } catch {
    throw new Refusal('Git cannot say whether files are uncommitted. With --uncommitted the recipe is applied nevertheless.');
  }
  if (changed !== '') throw new Refusal(`Files are uncommitted. Commit them, or pass --uncommitted:\n${changed.trimEnd()}`);
}

function write(plan: Plan, uncommitted: boolean): void {
  const { changes, created, decisions } = plan;
  for (const [file, text] of changes) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    console.log(`${created.has(file) ? 'created' : 'changed'} ${file}`);
  }
  const sources = [...changes.keys()].filter((file) => file.endsWith('.ts'));
  try {
    run(process.execPath, 'node_modules/prettier/bin/prettier.cjs', '--write', '--log-level', 'warn', ...sources);
    for (const script of ['schema', 'types', 'docs']) run('npm', 'run', '--silent', script);
  } catch (error) {
    console.error(`\n${error instanceof Error ? error.message : String(error)}\n${afterFailure(plan, uncommitted)}`);
    process.exitCode = 1;
    return;
  }
  console.log(`\nThe addition works in the sandbox with the fields of the example. To decide:\n\n${decisions}`);
  console.log(
    '- All else that the example invents: fields, descriptions, the entry of CHANGELOG.md. Then run the checks of docs/adding.md.',
  );
}

/** What to do after a failed step, whose error is printed above. */
function afterFailure({ created }: Plan, uncommitted: boolean): string {
  const restore = uncommitted ? 'undo the changes of the other files that are listed above' : 'git restore .';
  return `The files listed above are written, but a later step failed. Correct what its error names, then run:
npm run format && npm run schema && npm run types && npm run docs
Or undo the addition:
git clean -f ${[...created].join(' ')}
${restore}`;
}

function run(program: string, ...args: readonly string[]): void {
  execFileSync(program, args, { stdio: 'inherit' });
}
