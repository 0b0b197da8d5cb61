import {
  execute,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  parse,
  validate,
  type ExecutionResult,
  type GraphQLCompositeType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import fc from 'fast-check';
import { createExecute, type Execute } from '../../src/graph/execute.js';
import { createSubgraph } from '../../src/graph/schema.js';

/*
 * Our executor against graphql-js: random queries over a random world of values, promises, errors and gaps must give the
 * same data and the same errors.
 */

const { schema } = createSubgraph({ maxPageSize: 100, authDirectives: true });
const isolated = withoutResolvers(schema);
const run = createExecute(isolated);

test('what it gives are plain objects, whatever they hold', async () => {
  const query = '{ constructor: __typename activity { __typename toString: id valueOf: id hasOwnProperty: __typename } }';
  for (let seed = 1; ; seed += 1) {
    const { data } = (await asked(run, query, seed)) as { data: { activity: object | null } | null };
    // A world in which there is no activity says nothing.
    if (!data?.activity) continue;
    for (const object of [data, data.activity]) expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
    expect(dataOf({ data } as ExecutionResult)).toEqual(dataOf(await execute({ schema: isolated, document: parse(query), contextValue: { seed } })));
    break;
  }
});

test('any query over any world gives what graphql-js gives', async () => {
  await fc.assert(
    fc.asyncProperty(queries(), fc.integer(), async (query, seed) => {
      const document = parse(query);
      if (validate(isolated, document).length > 0) return;
      const ours = await asked(run, query, seed);
      const theirs = await execute({ schema: isolated, document, contextValue: { seed } });
      expect(dataOf(ours)).toEqual(dataOf(theirs));
      expect(failuresOf(ours)).toEqual(failuresOf(theirs));
    }),
    { numRuns: 400 },
  );
});

test.each([
  ['a mutation', 'mutation { ssoLogin(input: { mobile: "1" }) { userErrors { code } } }'],
  ['a directive', 'query ($with: Boolean = true) { activity { id @include(if: $with) } }'],
  ['introspection', '{ __type(name: "Activity") { name } }'],
  ['a key that is no key', '{ activity { __proto__: id } }'],
])('%s is left to graphql-js', async (_what, query) => {
  expect(await asked(run, query, 1)).toBeNull();
});

test('variables that have to be refused are left to graphql-js', async () => {
  expect(await asked(run, 'query ($id: ID!) { activity(id: $id) { id } }', 1)).toBeNull();
});

async function asked(executor: Execute, query: string, seed: number): Promise<ExecutionResult | null> {
  const document = parse(query);
  return executor({ document, operation: document.definitions[0] as OperationDefinitionNode, variables: {}, context: { seed } });
}

const dataOf = (result: ExecutionResult | null) => JSON.parse(JSON.stringify(result?.data ?? null)) as unknown;
/** What became null, with its error where it is its own; which one of those below took it along is a matter of timing. */
function failuresOf(result: ExecutionResult | null): string[] {
  if (!result?.data) return ['all lost'];
  const failures = (result?.errors ?? []).map(({ path = [], message }) => {
    let at: unknown = result?.data;
    const depth = path.findIndex((key) => ((at = (at as Record<string, unknown> | null)?.[key]), at === null || at === undefined));
    return depth === path.length - 1 ? `${path.join('.')} ${message}` : `${path.slice(0, depth + 1).join('.')} lost`;
  });
  return [...new Set(failures)].sort();
}

/** The schema with every field answered from the seed and its place: the same for both executors. */
function withoutResolvers(original: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(original.getTypeMap())) {
    if (isUnionType(type) || isInterfaceType(type)) type.resolveType = (value: { of: string }) => value.of;
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      field.resolve = (_source, _args, { seed }: { seed: number }, info) => {
        const place: string[] = [];
        for (let at: typeof info.path | undefined = info.path; at; at = at.prev) place.push(String(at.key));
        return valueOf(String(info.returnType), original, hash(`${seed} ${place.join('.')}`), seed % 2 === 0);
      };
    }
  }
  return original;
}

/** In one half of the worlds all is there at once; in the other what fails does so later: graphql-js ends the process where both meet in a list. */
function valueOf(written: string, from: GraphQLSchema, dice: number, later: boolean): unknown {
  const chance = dice % 40;
  if (chance === 0) return later ? Promise.resolve(null) : null;
  if (chance === 1) return later ? Promise.resolve(new Error('broken')) : new Error('broken');
  if (chance === 2 && later) return Promise.reject(new Error('rejected'));
  if (chance === 2) throw new Error('thrown');
  const value = plainValueOf(written.replace(/!$/, ''), from, dice, later);
  return later && chance % 4 === 0 ? Promise.resolve(value) : value;
}

function plainValueOf(written: string, from: GraphQLSchema, dice: number, later: boolean): unknown {
  const list = /^\[(.*)\]$/.exec(written);
  if (list) return Array.from({ length: dice % 4 }, (_, index) => notThrown(() => valueOf(list[1]!, from, hash(`${dice} ${index}`), later)));
  const type = from.getType(written)!;
  if (isObjectType(type)) return {};
  if (isUnionType(type) || isInterfaceType(type)) {
    const possible = from.getPossibleTypes(type);
    return { of: possible[dice % possible.length]!.name };
  }
  if (isEnumType(type)) return type.getValues()[dice % type.getValues().length]!.value;
  return leaves[written] ?? 'text';
}
const leaves: Record<string, unknown> = { Int: 7, SafeInt: 2 ** 40, Boolean: true, DateTime: new Date(0), Date: '2026-01-01', JSON: { a: 1 }, JSONObject: { a: 1 } };

function notThrown(make: () => unknown): unknown {
  try {
    return make();
  } catch (error) {
    return error;
  }
}

function hash(text: string): number {
  let state = 2_166_136_261;
  for (const character of text) state = Math.imul(state ^ character.charCodeAt(0), 16_777_619) >>> 0;
  return (state ^ (state >>> 13)) >>> 0;
}

function queries(): fc.Arbitrary<string> {
  return fc.array(fc.nat(1000), { minLength: 40, maxLength: 120 }).map((dice) => {
    let at = 0;
    const roll = (sides: number) => dice[at++ % dice.length]! % sides;
    const root = isolated.getQueryType()!;
    return `{ ${selection(root, 0, roll)} } fragment Page on PageInfo { hasNextPage endCursor } fragment One on Attendee { id name review { code } }`;
  });
}

function selection(type: GraphQLCompositeType, depth: number, roll: (sides: number) => number): string {
  const parts = ['__typename'];
  if (type.name === 'PageInfo') parts.push('...Page');
  if (type.name === 'Attendee') parts.push('...One');
  if (!('getFields' in type)) {
    for (const possible of isolated.getPossibleTypes(type)) if (roll(2)) parts.push(`... on ${possible.name} { ${selection(possible, depth + 1, roll)} }`);
    return parts.join(' ');
  }
  const fields = Object.values(type.getFields()).filter(({ args }) => args.every((argument) => !String(argument.type).endsWith('!') || argument.defaultValue !== undefined));
  for (let count = 1 + roll(4); count > 0 && fields.length > 0; count -= 1) {
    const field = fields[roll(fields.length)]!;
    const named = getNamedType(field.type);
    if (isCompositeType(named) && depth > 4) continue;
    const alias = roll(3) === 0 ? `a${roll(9)}: ` : '';
    parts.push(`${alias}${field.name}${isCompositeType(named) ? ` { ${selection(named, depth + 1, roll)} }` : ''}`);
    if (roll(5) === 0) parts.push(`... { ${field.name}${isCompositeType(named) ? ` { ${selection(named, depth + 1, roll)} }` : ''} }`);
  }
  return parts.join(' ');
}
