/*
 * The steps of the recipes are applied to a copy of the repository: it compiles and works, the tests that docs/adding names pass, and the
 * compiler reports rows left out.
 */

import { readRecipe, recipeNames } from '../../tools/adding/recipes.js';
import type { Step } from '../../tools/adding/steps.js';
import { allPassed, Copy, suitesOfExamples } from './copy.js';

const recipes = recipeNames.map((name) => readRecipe(name));
const recipe = (name: string) => recipes.find((one) => one.name === name)!;
const steps = ['field', 'list', 'signature'].flatMap((name) => recipe(name).steps);
const rowFiles = /(\.access|\/(access-table|cost-table|find-signature)|transport\/signature)\.ts$/;
const isRow = ({ file }: Step) => rowFiles.test(file);
/** The lines of src that add a type without an id. The compiler does not see that its access rows are missing. */
const venue = recipe('object').steps.filter(({ file }) => file.startsWith('src/'));
const isTypeRow = ({ file }: Step) => file.endsWith('access-table.ts');
const additions = recipes.flatMap((one) => one.steps).filter((step) => !steps.includes(step));

let copy: Copy;
beforeAll(() => {
  copy = new Copy();
});
afterAll(() => copy.close());

// For a machine that is slow and busy.
jest.setTimeout(900_000);

// The tests run in this order: each goes on where the one before it ended.
test('without the rows of access, cost and signatures, the copy does not compile, and the errors name exactly the files that lack them', () => {
  for (const step of steps) if (!isRow(step)) copy.apply(step);
  const errors = copy
    .typecheck()
    .split('\n')
    .flatMap((line) => /^([^(]*).*: error TS/.exec(line)?.[1] ?? []);
  const lacking = steps.filter((step) => isRow(step) && step.position !== 'new').map(({ file }) => file);
  expect(new Set(errors)).toEqual(new Set(lacking));
});

test('without the access rows of a type that is no entity the copy compiles, and does not start', () => {
  for (const step of [...steps.filter(isRow), ...venue]) if (!venue.includes(step) || !isTypeRow(step)) copy.apply(step);
  expect(copy.build()).toBe('');
  expect(copy.node('dist/main.js')).toContain('The type Venue has no access rows. Add it to src/graph/types/access-table.ts.');
});

test('with the steps of all recipes, the queries shown work', () => {
  for (const step of additions) if (!venue.includes(step) || isTypeRow(step)) copy.apply(step);
  expect(copy.typecheck() + copy.compile('tools') + copy.build()).toBe('');
  expect(copy.architecture()).toContain('no dependency violations found');
  const queries = ['field', 'nested', 'link', 'list', 'list-without-ids', 'page', 'object', 'lookup', 'personal-list', 'mutation'].map(
    (name) => recipe(name).query!,
  );
  const results = JSON.parse(copy.node(scriptOf(queries))) as readonly {
    data: Record<string, any>;
    plannedCalls: number;
    errors?: unknown;
  }[];
  expect(results.map(({ errors: none }) => none)).toEqual(results.map(() => undefined));
  const [field, nested, link, list, listWithoutIds, page, object, lookup, personalList, mutation] = results.map(({ data }) => data);
  expect(field!['activity'].categories).toContainEqual({ name: 'News', color: 'Color 301' });
  expect(nested!['activity'].categories).toContainEqual({ name: 'News', banners: [{ name: 'Banner 301', colour: 'red' }] });
  expect(link!['_entities']).toEqual([{ ticket: { name: 'Day Pass' } }]);
  expect(list!['activity'].sponsors).toEqual([
    { id: 'sponsor:1001:1', name: 'Acme', websiteUrl: 'https://acme.example' },
    { id: 'sponsor:1001:2', name: 'Globex', websiteUrl: null },
  ]);
  expect(list!['_entities']).toEqual([{ name: 'Globex' }]);
  expect(listWithoutIds!['activity'].partners).toEqual([
    { name: 'Acme', websiteUrl: 'https://acme.example' },
    { name: 'Globex', websiteUrl: null },
  ]);
  expect(page!['activity'].sponsorPage).toEqual({
    totalCount: 2,
    nodes: [{ name: 'Globex' }],
    edges: [{ cursor: '1' }],
    pageInfo: { hasNextPage: false, hasPreviousPage: true },
  });

  expect(object).toEqual({ activity: { venue: { name: 'Harbour Hall', address: '1 Quay Street' } } });
  const [holder, first, second, third] = [expect.any(String), ...[700001, 700002, 700003].map((id) => ({ id: `badge:1001:${id}` }))];
  expect(lookup).toEqual({ activity: { a: { holder }, b: first, c: second }, _entities: [second, third] });
  expect(personalList!['activity'].stewards).toEqual([
    { name: 'Ann', mobile: '10000000001' },
    { name: 'Bob', mobile: null },
  ]);
  expect(mutation).toEqual({ sendReminder: { accepted: true, userErrors: [] } });
  expect(results.map(({ plannedCalls }) => plannedCalls).slice(-3)).toEqual([3, 1, 1]);
});

test('with all steps, the tests that the document names find the additions stated everywhere, and those of the recipes pass', () => {
  expect(copy.node('dist/tools/tools/docs/emit.js')).not.toContain('Error');
  const ofSteps = [...steps, ...additions]
    .filter(({ file, position }) => position === 'new' && file.endsWith('.test.ts'))
    .map(({ file }) => file);
  expect(ofSteps).not.toHaveLength(0);
  // The copy has the sections that the recipes invent, which the repository must lack.
  const suites = copy.runSuites([...ofSteps, ...suitesOfExamples], ['lacks those that docs/adding.md invents']);
  expect(suites).toEqual(allPassed);
});

test('the formatter changes nothing but the order of imports', () => {
  const changed = [...new Set([...steps, ...additions].map(({ file }) => file))].filter((file) => file.endsWith('.ts'));
  const linesOf = () => changed.map((file) => ({ file, lines: copy.textOf(file)!.split('\n').sort() }));
  const before = linesOf();
  copy.format(...changed);
  expect(linesOf()).toEqual(before);
});

/** Writes a program that runs queries over the sandbox of the copy, and prints the results. */
function scriptOf(queries: readonly string[]): string {
  const file = 'query.mjs';
  copy.write(
    file,
    `import { graphql, parse } from 'graphql';
     import { operationCost } from './dist/graph/cost/operation-cost.js';
     import { allScopes, createEventGraph } from './dist/index.js';
     import { sandboxKeys, startSandbox } from './dist/sandbox/sandbox.js';
     const sandbox = await startSandbox();
     const graph = await createEventGraph({ url: sandbox.url, ...sandboxKeys, activityIds: [1001] });
     const contextValue = graph.createContext({ caller: { name: 'test', scopes: allScopes } });
     const results = [];
     for (const source of ${JSON.stringify(queries)}) {
       const document = parse(source);
       const { upstreamCalls } = operationCost(document, document.definitions[0], {}, { ...graph, maxPageSize: 100, defaultActivityId: 1001 });
       results.push({ ...(await graphql({ schema: graph.schema, source, contextValue })), plannedCalls: upstreamCalls });
     }
     console.log(JSON.stringify(results));
     await graph.close();
     await sandbox.close();`,
  );
  return file;
}
