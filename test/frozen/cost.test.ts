/*
 * What the example operations cost: the cost and the calls that are planned, as the errors of programs with the lowest limits state them, and
 * the calls that are made. The examples are those of the explorer, which are the files of schema/operations and examples/operations, and
 * those of the documents.
 */

import { examples, examplesIn, examplesSettings, isSubscription, scopesOfExamples, type Example } from './cases/examples.js';
import { eventStream, firstResult, hook } from './events.js';
import { frozen } from './fixture.js';
import { frozenProgram, stopTime, type FrozenProgram } from './program.js';

/** The operations of the explorer's page, with the variables as it shows them. */
async function examplesOfExplorer(program: FrozenProgram): Promise<readonly Example[]> {
  const page = await (await program.ask({ method: 'GET', path: '/', headers: { accept: 'text/html' } })).text();
  const list = JSON.parse(/const examples = (\[.*\]);$/m.exec(page)![1]!) as { name: string; query: string; variables?: string }[];
  return list.map(({ name, query, variables: given }) => ({
    name,
    query,
    variables: given === undefined ? undefined : (JSON.parse(given) as unknown),
  }));
}

const env = { ...hook, ...examplesSettings, EXPLORER: 'graphiql' };

interface Body {
  readonly errors?: readonly { readonly extensions: { readonly code: string; readonly limit?: string; readonly actual?: number } }[];
  readonly extensions?: { readonly upstream?: { readonly calls: number } };
}

/** The first result of an operation: of a subscription, its first event. */
async function resultOf(program: FrozenProgram, { query, variables: given }: Example): Promise<Body> {
  const ask = { query: query.replaceAll(/^#.*\n/gm, ''), variables: given, scopes: scopesOfExamples };
  if (!isSubscription(ask)) return JSON.parse(await (await program.ask(ask)).text()) as Body;
  const { text } = await eventStream(program, ask, query.includes('checkIns') ? { participant: '700001' } : undefined);
  return firstResult(text) as Body;
}

const expectFrozen = frozen('cost.txt', ['Welcome', ...examples.map(({ name }) => name)]);

let normal: FrozenProgram;
let byCost: FrozenProgram;
let byCalls: FrozenProgram;
beforeAll(async () => {
  stopTime();
  normal = await frozenProgram(env);
  byCost = await frozenProgram({ ...env, MAX_COST: '1' });
  byCalls = await frozenProgram({ ...env, MAX_UPSTREAM_CALLS: '1' });
});
afterAll(() => void jest.useRealTimers());

/** The actual value in the error of a program whose limit is 1. */
async function exceeded(program: FrozenProgram, example: Example): Promise<number | 'at most 1'> {
  const { errors = [] } = await resultOf(program, example);
  return errors.find(({ extensions }) => extensions.limit !== undefined)?.extensions.actual ?? 'at most 1';
}

async function costOf(example: Example): Promise<string> {
  const [cost, calls] = [await exceeded(byCost, example), await exceeded(byCalls, example)];
  // Subscriptions share polls, also with those that have just ended.
  const asked = isSubscription(example) ? await frozenProgram(env) : normal;
  asked.service.taken();
  const { errors = [] } = await resultOf(asked, example);
  // Further pushes make further calls.
  const made = example.query.includes('checkIns') ? 'one for each push' : asked.service.taken().length;
  return `cost ${cost}, calls planned ${calls}, made ${made}${errors.map(({ extensions }) => `, ${extensions.code}`).join('')}`;
}

test('the explorer has the operations of both folders, after one of its own', async () => {
  const [first, ...others] = await examplesOfExplorer(normal);
  const texts = (list: readonly Example[]) => list.map(({ query, variables: given }) => JSON.stringify({ query, given })).toSorted();
  expect(texts(others)).toEqual(texts([...examplesIn('schema/operations'), ...examplesIn('examples/operations')]));
  expectFrozen('Welcome', await costOf(first!));
});

test.each(examples)('the cost of $name', async (example) => {
  expectFrozen(example.name, await costOf(example));
});
