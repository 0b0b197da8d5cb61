/*
 * Our executor: examples, and then against graphql-js, where random queries over a random world of values, promises, errors and gaps must
 * give the same data and the same errors.
 */

import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import {
  buildSchema,
  execute,
  getVariableValues,
  parse,
  validate,
  type ExecutionResult,
  type GraphQLObjectType,
  type OperationDefinitionNode,
} from 'graphql';
import { EventLoopTurn } from '../../../src/graph/execution/event-loop-turn.js';
import { execute as executeText } from '../../../src/graph/execution/execute.js';
import { planOperation, setLacksScope, withWriter } from '../../../src/graph/execution/plan.js';
import { exportSchema } from '../../../src/graph/schema/exported-schema.js';
import { createSubgraph } from '../../../src/graph/schema/schema.js';
import type { JsonWriter } from '../../../src/primitives/json-writer.js';
import { createExecute, createTextExecute, schemaWith } from '../../support/schemas.js';
import { times } from '../../support/times.js';
import { listsOfItems, queriesWithVariables, schemaOfWrites, withoutResolvers } from './random-world.js';

const schema = schemaWith();
const isolated = withoutResolvers(schema);
/** The same for graphql-js, as the library exports it. */
const exported = withoutResolvers(createSubgraph({ maxPageSize: 100, authDirectives: true }).schema);
exportSchema(exported);
const manyItems = listsOfItems();
const unlimited = { maxResponseBytes: Infinity, turn: new EventLoopTurn(() => performance.now()) };
const run = createExecute(isolated, unlimited);

/** `npm run test:differential` sets it to 3,000. */
const randomCases = Number(process.env['DIFFERENTIAL_CASES'] ?? 120);

const examples = createTextExecute(
  buildSchema('type Query { hall: Hall halls: [Hall!] must: Hall! } type Hall { id: Int! name: String later: Int! seats: [Int!]! }'),
  unlimited,
);
const hall = { id: 1, name: 'A', seats: [1, 2], later: Promise.resolve(3) };
const broken = { id: 1, later: Promise.reject(new Error('later')), seats: [1, null] };
broken.later.catch(() => {});

test.each([
  ['fields are in the order of the query', '{ hall { name id } }', { hall }, '{"hall":{"name":"A","id":1}}'],
  ['a field that is selected twice is written once', '{ hall { id } hall { name } }', { hall }, '{"hall":{"id":1,"name":"A"}}'],
  ['a promise leaves its place', '{ hall { later id } }', { hall: Promise.resolve(hall) }, '{"hall":{"later":3,"id":1}}'],
  ['items keep their order', '{ halls { later } }', { halls: [hall, Promise.resolve(hall)] }, '{"halls":[{"later":3},{"later":3}]}'],
  ['no value is null', '{ hall { name } }', { hall: { name: undefined } }, '{"hall":{"name":null}}'],
  [
    'an error is null at its field',
    '{ hall { id name } }',
    { hall: { id: 1, name: new Error('x') } },
    '{"hall":{"id":1,"name":null}}',
    ['hall.name'],
  ],
  ['a field that must not be null takes its object along', '{ hall { id later } }', { hall: broken }, '{"hall":null}', ['hall.later']],
  ['so does an item, with its list', '{ hall { seats } }', { hall: broken }, '{"hall":null}', ['hall.seats.1']],
  ['and an object, with its list', '{ halls { later } }', { halls: [hall, broken] }, '{"halls":null}', ['halls.1.later']],
  ['at the root, all data are null', '{ hall { id } must { id } }', { hall }, 'null', ['must']],
])('%s', async (_what, query, rootValue, text, paths = []) => {
  const { data, errors = [] } = await examples(query, { rootValue });
  expect(data ? data.value.toString() : String(data)).toBe(text);
  expect(errors.map(({ path = [] }) => path.join('.'))).toEqual(paths);
});

/** As lines of JSON, with the members in their order. */
const dataOf = (result: ExecutionResult) => JSON.stringify(result.data ?? null, null, 1);
/** Ours quotes no value, and is located at the field. */
const argumentError = /^Argument "/;

/**
 * What became null: with its error if the error has the path of the null itself, else as lost. If two fields that must not be null fail
 * below one object, the object becomes null, and either error may be reported: that of the field which failed first.
 */
function failuresOf(result: ExecutionResult): string[] {
  if (!result.data) return ['all lost'];
  const failures = (result.errors ?? []).map(({ path = [], message, locations }) => {
    let at: unknown = result.data;
    const depth = path.findIndex((key) => ((at = (at as Record<string, unknown> | null)?.[key]), at === null || at === undefined));
    return depth === path.length - 1
      ? `${path.join('.')} ${argumentError.test(message) ? 'arguments' : `${message} ${JSON.stringify(locations)}`}`
      : `${path.slice(0, depth + 1).join('.')} lost`;
  });
  return [...new Set(failures)].sort();
}

function expectEqual(ours: ExecutionResult, theirs: ExecutionResult): void {
  expect(dataOf(ours)).toEqual(dataOf(theirs));
  expect(failuresOf(ours)).toEqual(failuresOf(theirs));
}

test(
  'a random query over random values returns what graphql-js returns, and neither leaves a promise without a handler',
  async () => {
    const unhandled = jest.fn();
    let compared = 0;
    process.on('unhandledRejection', unhandled);
    await fc.assert(
      fc.asyncProperty(queriesWithVariables(isolated), fc.integer(), async ({ query, variables: given }, seed) => {
        const document = parse(query);
        if (validate(isolated, document).length > 0) return;
        const { variableDefinitions = [] } = document.definitions[0] as OperationDefinitionNode;
        const { coerced: variables } = getVariableValues(isolated, variableDefinitions, given);
        if (!variables) return;
        const theirs = await execute({ schema: exported, document, contextValue: { seed }, variableValues: given });
        const ours = await run(query, { context: { seed }, variables });
        compared += 1;
        expectEqual(ours, theirs);
      }),
      { numRuns: randomCases },
    );
    await setImmediate();
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
    expect(compared).toBeGreaterThan(randomCases / 2);
  },
  60_000 + randomCases * 100,
);

/** Every turn of the event loop is over as soon as it is looked at. */
function impatient(): EventLoopTurn {
  let now = 0;
  return new EventLoopTurn(() => (now += 1000));
}

test('the root fields of a random mutation take effect one after the other, with the data and the errors of graphql-js', async () => {
  const writes = schemaOfWrites();
  exportSchema(writes);
  const root = fc.record({
    name: fc.constantFrom('now { value }', 'later { value }', 'must { value }', 'mustLater { value }', 'list { value must }'),
    directive: fc.constantFrom('', '', '', '@skip(if: true)', '@other'),
  });
  const failed = { some: 0, all: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(root, { minLength: 1, maxLength: 6 }), fc.integer(), async (roots, seed) => {
      const fields = roots.map(({ name, directive }, index) => `a${index}: ${name.replace(' ', ` ${directive} `)}`);
      const query = `mutation { ${fields.join(' ')} }`;
      const effects: string[] = [];
      const theirs = await execute({ schema: writes, document: parse(query), contextValue: { seed, effects } });
      const context = { seed, effects: [] as string[] };
      const ours = await createExecute(writes, { ...unlimited, maxResponseBytes: 1 })(query, { context });
      expectEqual(ours, theirs);
      const ofRoots = (all: readonly string[]) => all.filter((path) => !path.includes('.'));
      expect(ofRoots(context.effects)).toEqual(ofRoots(effects));
      // A list fails with its first item, and then the next root field waits for no other item.
      if (!theirs.errors) expect(rootsInTurn(context.effects)).toEqual(ofRoots(effects));
      failed.some += theirs.errors && theirs.data ? 1 : 0;
      failed.all += theirs.data ? 0 : 1;
    }),
    { numRuns: randomCases },
  );
  expect(Math.min(failed.some, failed.all)).toBeGreaterThan(0);
});

/** The keys of the root fields in the order of all effects: a key occurs again if the next root field has not waited for an effect. */
const rootsInTurn = (effects: readonly string[]) =>
  effects.map((path) => path.split('.')[0]!).filter((key, index, keys) => key !== keys[index - 1]);

test('a resolver that only reads a property gives the same where the executor reads it', async () => {
  const guarded = buildSchema('type Query { items: [Item] } type Item { open: String secret: String count: Int }');
  const { open, secret, count } = (guarded.getType('Item') as GraphQLObjectType).getFields();
  const calls = { count: 0 };
  for (const field of [open!, secret!, count!]) {
    field.resolve = (source: Record<string, unknown>, _args, { denied }: { denied: readonly string[] }) => {
      calls.count += 1;
      if (denied.includes(field.name)) throw new Error('denied');
      return source[field.name];
    };
    setLacksScope(field, ({ denied }: { denied: readonly string[] }) => denied.includes(field.name));
  }
  const executeGuarded = createExecute(guarded, unlimited);
  const query = '{ items { open secret count } }';
  const item = fc.record({
    open: fc.option(fc.string()),
    secret: fc.constantFrom('s', null, 7, new Error('broken'), undefined),
    count: fc.constantFrom(1, 1.5, '2', 'x'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(item), fc.subarray(['open', 'secret', 'count']), async (items, denied) => {
      const rootValue = { items };
      const context = { denied };
      const ours = await executeGuarded(query, { context, rootValue });
      const called = calls.count;
      expect(called).toBe(items.length * denied.length);
      const theirs = await execute({ schema: guarded, document: parse(query), contextValue: context, rootValue });
      expectEqual(ours, theirs);
      calls.count = 0;
    }),
  );
});

test('a query that yields as often as possible returns what graphql-js returns', async () => {
  const many = createExecute(manyItems, { maxResponseBytes: Infinity, turn: impatient() });
  const query = '{ lists { items { id soon broken maybe leaves { name } } plain } }';
  const ours = await many(query);
  const theirs = await execute({ schema: manyItems, document: parse(query), contextValue: {} });
  expectEqual(ours, theirs);
  expect(theirs.errors!.length).toBeGreaterThan(100);
});

/** Node ends a process with an unhandled rejection, so every promise of a list needs a handler in the turn in which it is returned. */
test.each([
  ['a list that yields before it', '[Int]', times(1000, (index) => index)],
  ['an item that fails before it', '[Int!]', [null]],
])('a promise in a list has a handler before it can reject, in spite of %s', async (_what, type, before) => {
  const rejected = Promise.reject(new Error('rejected'));
  const handled = jest.spyOn(rejected, 'then');
  const listed = buildSchema(`type Query { list: ${type} }`);
  listed.getQueryType()!.getFields()['list']!.resolve = () => [...before, rejected];
  const result = createExecute(listed, { maxResponseBytes: Infinity, turn: impatient() })('{ list }');
  expect(handled).toHaveBeenCalled();
  expect((await result).errors).toHaveLength(1);
});

test('a promise in a list that is itself a promise has a handler before it can reject, although the turn is over', async () => {
  const rejected = Promise.reject(new Error('rejected'));
  const handled = jest.spyOn(rejected, 'then');
  const listed = buildSchema('type Query { list: [Int] }');
  listed.getQueryType()!.getFields()['list']!.resolve = () => Promise.resolve([1, rejected]);
  const turn = impatient();
  jest.spyOn(turn, 'spend').mockReturnValue(true);
  const result = createExecute(listed, { maxResponseBytes: Infinity, turn })('{ list }');
  // The event loop does not go on before all promises of a turn are settled.
  for (let promises = 0; promises < 20; promises += 1) await Promise.resolve();
  expect(handled).toHaveBeenCalled();
  expect(await result).toMatchObject({ data: { list: [1, null] }, errors: [{ message: 'rejected' }] });
});

const aliases = (field: string) => times(20, (index) => `a${index}: ${field}`).join(' ');
const others = buildSchema('type Query { fails: Int } type Mutation { write: Int }');
others.getQueryType()!.getFields()['fails']!.resolve = () => Promise.reject(new Error('later'));

test.each([
  ['the items of a long list', manyItems, `{ lists { ${aliases('items { id }')} } }`],
  ['failures of many fields at once', others, `{ ${aliases('fails')} }`],
  ['the root fields of a mutation', others, `mutation { ${aliases('write')} }`],
])('the event loop runs between %s', async (_what, schemaOfMany, query) => {
  const turn = impatient();
  jest.spyOn(turn, 'spend').mockReturnValue(true);
  const next = jest.spyOn(turn, 'next');
  await createExecute(schemaOfMany, { maxResponseBytes: Infinity, turn })(query);
  expect(next.mock.calls.length).toBeGreaterThan(10);
});

test.each([
  ['texts', '{ lists { items { id long } } }'],
  ['names', '{ lists { items { a_name_that_is_rather_long_for_what_it_is: id } } }'],
  ['errors', '{ lists { items { broken } } }'],
])('a response with too many %s is abandoned while it grows', async (_what, query) => {
  const within = (maxResponseBytes: number) => createExecute(manyItems, { maxResponseBytes, turn: unlimited.turn })(query);
  expect((await within(10_000_000)).data).toBeDefined();
  const { data, errors } = await within(5_000);
  expect(data).toBeUndefined();
  expect(errors).toMatchObject([{ extensions: { code: 'QUERY_TOO_COMPLEX', limit: 'MAX_RESPONSE_BYTES', maximum: 5_000 } }]);
  expect(errors![0]!.extensions['actual']).toBeLessThan(7_000);
});

test.each([
  ['a fragment left out once', '{ ...A @skip(if: true) ...A } fragment A on Query { activity { id } }', {}],
  [
    'introspection',
    '{ __type(name: "Activity") { name fields(includeDeprecated: true) { name } } __schema { queryType { name } } a: __typename }',
    {},
  ],
  ['the name of the prototype', '{ activity { __proto__: __typename __typename } }', {}],
  ['names of its members', '{ constructor: __typename activity { __typename toString: id valueOf: id hasOwnProperty: __typename } }', {}],
])('%s returns what graphql-js returns', async (_what, query, variables) => {
  for (let seed = 1; seed < 30; seed += 1) {
    const ours = await run(query, { variables, context: { seed } });
    const theirs = await execute({ schema: exported, document: parse(query), variableValues: variables, contextValue: { seed } });
    expect(JSON.stringify(ours.data)).toEqual(JSON.stringify(theirs.data));
    expect(failuresOf(ours)).toEqual(failuresOf(theirs));
  }
});

test('a condition that is null fails its own field only', async () => {
  const listed = buildSchema('type Query { items: [Item!] } type Item { id: Int inner: Inner } type Inner { id: Int }');
  const query = 'query ($if: Boolean = true) { items { id inner { id @include(if: $if) } } }';
  const rootValue = { items: [{ id: 1, inner: { id: 2 } }, { id: 3 }] };
  const variables = { if: null };
  const theirs = await execute({ schema: listed, document: parse(query), variableValues: variables, rootValue });
  const ours = await createExecute(listed, unlimited)(query, { variables, rootValue });
  expect(ours.data).toEqual({
    items: [
      { id: 1, inner: null },
      { id: 3, inner: null },
    ],
  });
  expect(dataOf(ours)).toEqual(dataOf(theirs));
  expect(ours.errors!.map(({ path }) => path)).toEqual(theirs.errors!.map(({ path }) => path));
  expect(ours.errors![0]!.message).toBe('Argument "if": expected a value of the type Boolean!.');
});

test('an error has the location that graphql-js reports', async () => {
  const query = '{\n  lists {\n    items { broken }\n  }\n}';
  const ours = await createExecute(manyItems, unlimited)(query);
  const theirs = await execute({ schema: manyItems, document: parse(query), contextValue: {} });
  expect(ours.errors!.map((error) => JSON.stringify(error)).sort()).toEqual(theirs.errors!.map((error) => JSON.stringify(error)).sort());
  expect(ours.errors![0]!.nodes).toEqual(theirs.errors![0]!.nodes);
  expect(ours.errors![0]!.originalError).toBeInstanceOf(RangeError);
});

test('a plan keeps nothing of an execution in which a field has failed', async () => {
  const document = parse('{ lists { items { broken } } }');
  const operation = document.definitions[0] as OperationDefinitionNode;
  const plan = planOperation(manyItems, document, operation, {});
  const context = new WeakRef({});
  await executeText({ operation, plan, variables: {}, context: context.deref()!, rootValue: undefined }, unlimited);
  await setImmediate();
  setFlagsFromString('--expose-gc');
  runInNewContext('gc()');
  expect([plan, context.deref()]).toEqual([plan, undefined]);
});

test('an operation that the schema lacks fails as in graphql-js', async () => {
  const readOnly = buildSchema('type Query { none: Int }');
  const theirs = await execute({ schema: readOnly, document: parse('mutation { none }') });
  const ours = await createExecute(readOnly, unlimited)('mutation { none }');
  expect(ours).toEqual(theirs);
});

test('a field with a writer is not read, unless it cannot be written', async () => {
  const write = (value: unknown, out: JsonWriter) => {
    const { written } = value as { readonly written?: string | null };
    if (typeof written === 'string') out.string(written);
    return written === null ? null : written !== undefined;
  };
  const typed = buildSchema('type Query { items: [Item] } type Item { name: String must: String! }');
  for (const field of Object.values((typed.getType('Item') as GraphQLObjectType).getFields())) field.extensions = withWriter(write);
  const itemsOf = async (selection: string, items: readonly object[]) => {
    const { data, errors = [] } = await createExecute(typed, unlimited)(`{ items { ${selection} } }`, { rootValue: { items } });
    return { items: data?.['items'], errors: errors.map(({ message }) => message) };
  };
  const unreadable = {
    get name(): string {
      throw new Error('It was read.');
    },
  };
  expect(
    await itemsOf('a: name name', [Object.assign(unreadable, { written: 'itself' }), { written: null, name: 'x' }, { name: 'read' }]),
  ).toEqual({
    items: [
      { a: 'itself', name: 'itself' },
      { a: null, name: null },
      { a: 'read', name: 'read' },
    ],
    errors: [],
  });
  expect(await itemsOf('must', [{ written: null, must: null }, { written: 'w' }])).toEqual({
    items: [null, { must: 'w' }],
    errors: ['Cannot return null for non-nullable field Item.must.'],
  });
});

test('executions at the same time have texts of their own, also after one has failed early', async () => {
  const seeds = times(60, (index) => index);
  const query = '{ a: activity { id formFields { label } articles { items { title } total } } b: activity { id tickets { name } } }';
  const alone = [];
  for (const seed of seeds) alone.push(dataOf(await run(query, { context: { seed } })));
  expect(await Promise.all(seeds.map(async (seed) => dataOf(await run(query, { context: { seed } }))))).toEqual(alone);
});
