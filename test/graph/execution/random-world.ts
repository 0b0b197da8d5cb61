/* Random operations: a world of values, promises, errors and gaps for the documented schema, queries of it, and lists of many items. */

import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import {
  buildSchema,
  extendSchema,
  getNamedType,
  getNullableType,
  GraphQLBoolean,
  GraphQLNonNull,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  parse,
  parseConstValue,
  valueFromASTUntyped,
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';
import { times } from '../../support/times.js';

/**
 * Returns the schema with values that depend on the seed and the path: the same for both executors. The objects of most types have a getter
 * for each field; the fields of the others have resolvers.
 */
export function withoutResolvers(schema: GraphQLSchema): GraphQLSchema {
  const world = extendSchema(schema, parse(ofArguments));
  for (const type of Object.values(world.getTypeMap())) {
    if (isUnionType(type) || isInterfaceType(type)) type.resolveType = (value: { of: string }) => value.of;
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      // Scopes would be checked by them.
      field.extensions = {};
      if (hasGetters(type, world) && field.args.length === 0) {
        delete field.resolve;
        continue;
      }
      field.resolve = (_source, args, { seed }: { seed: number }, info) => {
        if (field.name.startsWith('echo')) return JSON.stringify(args);
        const place: string[] = [JSON.stringify(args)];
        for (let at: typeof info.path | undefined = info.path; at; at = at.prev) place.push(String(at.key));
        return valueOf(String(info.returnType), world, hash(`${seed} ${place.join('.')}`));
      };
    }
  }
  return world;
}

/** Fields that return their arguments, and one that returns an interface. */
const ofArguments = `
  enum State { OPEN CLOSED }
  input Lookup @oneOf { id: ID state: State inner: Period }
  input Period { from: String! to: String = "later" state: State! = OPEN lookups: [Lookup!] inner: Period }
  extend type Query {
    echo(first: Int! = 20, ratio: Float, state: State = OPEN, ids: [ID!], lookup: Lookup, period: Period = { from: "start" }): String
    echoAll(id: ID!, periods: [Period]! = [], ids: [[ID]] = [["a"], null], lookup: Lookup = { id: "a" }): String!
    stock(state: State): [ActivityStockItem!]
  }
`;

/** Some values are there immediately, others later, and so are those that fail. */
function valueOf(written: string, from: GraphQLSchema, dice: number): unknown {
  const chance = dice % 40;
  const later = hash(`${dice} later`) % 4 === 0;
  if (chance === 0) return later ? Promise.resolve(null) : null;
  if (chance === 1) return later ? Promise.resolve(new Error('broken')) : new Error('broken');
  if (chance === 2 && later) return Promise.reject(new Error('rejected'));
  if (chance === 2) throw new Error('thrown');
  const value = plainValueOf(written.replace(/!$/, ''), from, dice);
  return later ? Promise.resolve(value) : value;
}

function plainValueOf(written: string, from: GraphQLSchema, dice: number): unknown {
  const list = /^\[(.*)\]$/.exec(written);
  if (list) return times(dice % 4, (index) => notThrown(() => valueOf(list[1]!, from, hash(`${dice} ${index}`))));
  const type = from.getType(written)!;
  if (isObjectType(type)) return objectOf(type, from, dice);
  if (isUnionType(type) || isInterfaceType(type)) {
    const possible = from.getPossibleTypes(type);
    return objectOf(possible[dice % possible.length]!, from, dice);
  }
  if (isEnumType(type)) return type.getValues()[dice % type.getValues().length]!.value;
  return leaves[written] ?? 'text';
}

function hasGetters(type: GraphQLObjectType, from: GraphQLSchema): boolean {
  return type !== from.getQueryType() && hash(type.name) % 4 > 0;
}

function objectOf(type: GraphQLObjectType, from: GraphQLSchema, dice: number): object {
  const object = { of: type.name };
  if (!hasGetters(type, from)) return object;
  for (const field of Object.values(type.getFields())) {
    const get = () => valueOf(String(field.type), from, hash(`${dice} ${field.name}`));
    Object.defineProperty(object, field.name, { get, enumerable: true });
  }
  return object;
}

const leaves: Record<string, unknown> = {
  Int: 7,
  SafeInt: 2 ** 40,
  Boolean: true,
  DateTime: new Date(0),
  Date: '2026-01-01',
  JSON: { a: 1 },
  JSONObject: { a: 1 },
};

function notThrown(make: () => unknown): unknown {
  try {
    return make();
  } catch (error) {
    return error;
  }
}

export function hash(text: string): number {
  let state = 2_166_136_261;
  for (let index = 0; index < text.length; index += 1) state = Math.imul(state ^ text.charCodeAt(index), 16_777_619) >>> 0;
  return (state ^ (state >>> 13)) >>> 0;
}

/**
 * Random queries of the schema, without arguments.
 * @param around returns the selection of the query type; `select` returns a random one of a type
 */
export function queries(
  schema: GraphQLSchema,
  around = (select: (typeName: string) => string): string => select('Query'),
): fc.Arbitrary<string> {
  return rolls.map((roll) => {
    const text = around((typeName) =>
      selection(schema, schema.getType(typeName) as GraphQLObjectType, typeName === 'Query' ? 0 : 3, { roll }),
    );
    return `{ ${text} } ${fragmentsOf(text)}`;
  });
}

/** Random queries of the schema, with arguments, and with values of their variables. */
export function queriesWithVariables(schema: GraphQLSchema): fc.Arbitrary<{ query: string; variables: Record<string, unknown> }> {
  return rolls.map((roll) => {
    const declared: string[] = [];
    const variables: Record<string, unknown> = {};
    const variable = (type: GraphQLInputType, hasDefault: boolean) => {
      const name = `v${declared.length}`;
      const declaredType = roll(2) ? type : roll(2) ? getNullableType(type) : new GraphQLNonNull(getNullableType(type));
      const needsDefault = isNonNullType(type) && !isNonNullType(declaredType) && !hasDefault;
      const value = () => literal(declaredType, { roll });
      const initial = needsDefault ? ` = ${literal(type, { roll })}` : roll(3) ? '' : ` = ${value()}`;
      declared.push(`$${name}: ${String(declaredType)}${initial}`);
      if (roll(3) || (isNonNullType(declaredType) && !initial)) variables[name] = valueFromASTUntyped(parseConstValue(value()));
      return `$${name}`;
    };
    const text = selection(schema, schema.getQueryType()!, 0, { roll, variable });
    return { query: `query ${declared.length ? `(${declared.join(', ')}) ` : ''}{ ${text} } ${fragmentsOf(text)}`, variables };
  });
}

/** What a random text is made with. */
interface Making {
  /** Returns a number from 0 to `sides` - 1. */
  readonly roll: (sides: number) => number;
  /** Declares a variable for a place of a type, which may have a default. Omitted: there are no arguments and variables. */
  readonly variable?: (type: GraphQLInputType, hasDefault: boolean) => string;
}

const rolls = fc.array(fc.nat(1000), { minLength: 40, maxLength: 120 }).map((dice) => {
  let at = 0;
  // The second round is another one, or a type that contains itself could be chosen for ever.
  return (sides: number) => (dice[at % dice.length]! + Math.trunc(at++ / dice.length)) % sides;
});

const fragmentsOf = (text: string) =>
  ['fragment Page on PageInfo { hasNextPage endCursor }', 'fragment One on Attendee { id name review { code } }']
    .filter((fragment) => text.includes(`...${fragment.split(' ')[1]}`))
    .join(' ');

function selection(schema: GraphQLSchema, type: GraphQLCompositeType, depth: number, making: Making): string {
  const { roll, variable } = making;
  const select = (of: GraphQLCompositeType) => ` { ${selection(schema, of, depth + 1, making)} }`;
  const parts = ['__typename'];
  if (type.name === 'PageInfo') parts.push('...Page');
  if (type.name === 'Attendee') parts.push('...One');
  const narrower = isObjectType(type) ? (depth < 5 ? type.getInterfaces() : []) : schema.getPossibleTypes(type);
  for (const other of narrower) if (roll(2)) parts.push(`... on ${other.name}${select(other)}`);
  if (isUnionType(type)) return parts.join(' ');
  const fields = Object.values(type.getFields()).filter(({ name, args }) =>
    variable ? !name.startsWith('_') : args.every((argument) => !isRequired(argument)),
  );
  for (let count = 1 + roll(4); count > 0 && fields.length > 0; count -= 1) {
    const field = fields[roll(fields.length)]!;
    const named = getNamedType(field.type);
    if (isCompositeType(named) && depth > 4) continue;
    const alias = roll(3) === 0 ? `a${roll(30)}: ` : '';
    const called = `${field.name}${variable ? argumentsOf(field.args, making) : ''}`;
    const condition = () => literal(new GraphQLNonNull(GraphQLBoolean), making);
    const directive = roll(6) === 0 ? ` @${roll(2) ? 'skip' : 'include'}(if: ${condition()})` : '';
    parts.push(`${alias}${called}${directive}${isCompositeType(named) ? select(named) : ''}`);
    if (roll(5) === 0) parts.push(`... { ${alias}${called}${isCompositeType(named) ? select(named) : ''} }`);
  }
  return parts.join(' ');
}

const isRequired = ({ type, defaultValue }: Pick<GraphQLArgument, 'type' | 'defaultValue'>) =>
  isNonNullType(type) && defaultValue === undefined;

function argumentsOf(args: readonly GraphQLArgument[], making: Making): string {
  const given = membersOf(args, making);
  return given.length ? `(${given.join(', ')})` : '';
}

/** The arguments of a field, or members of an input object, with random values. */
const membersOf = (definitions: readonly Pick<GraphQLArgument, 'name' | 'type' | 'defaultValue'>[], making: Making) =>
  definitions
    .filter((definition) => isRequired(definition) || making.roll(3) === 0)
    .map(({ name, type, defaultValue }) => `${name}: ${literal(type, making, defaultValue !== undefined)}`);

/** A random value of a type, with variables in it. */
function literal(type: GraphQLInputType, making: Making, hasDefault = false): string {
  const { roll, variable } = making;
  if (variable && roll(3) === 0) return variable(type, hasDefault);
  if (!isNonNullType(type) && roll(6) === 0) return 'null';
  const nullable = getNullableType(type);
  if (isListType(nullable)) {
    const item = () => literal(nullable.ofType, making);
    // A value that is no list, no null and no variable is a list of one.
    return roll(4)
      ? `[${times(roll(3), item).join(', ')}]`
      : literal(new GraphQLNonNull(getNullableType(nullable.ofType as GraphQLInputType)), { roll });
  }
  if (isInputObjectType(nullable)) {
    const members = Object.values(nullable.getFields());
    if (!nullable.isOneOf) return `{ ${membersOf(members, making).join(', ')} }`;
    const { name, type: of } = members[roll(members.length)]!;
    return `{ ${name}: ${literal(new GraphQLNonNull(getNullableType(of)), making)} }`;
  }
  if (isEnumType(nullable)) return nullable.getValues()[roll(nullable.getValues().length)]!.name;
  const texts = literals[nullable.name] ?? ['"a"', '"\\u00e9\\n"', '""'];
  return texts[roll(texts.length)]!;
}

const literals: Readonly<Record<string, readonly string[]>> = {
  Boolean: ['true', 'false'],
  Int: ['0', '7', '-1'],
  Float: ['1.5', '2', '1e3'],
  ID: ['"a"', '5'],
  Date: ['"2026-01-01"'],
};

/** Returns a schema with lists of a hundred items whose fields are there immediately, later, or broken. */
export function listsOfItems(): GraphQLSchema {
  const built = buildSchema(
    'type Query { lists: [List] } type List { items: [Item] plain: [Int!] } type Item { id: Int soon: Int broken: Int long: String maybe: Int leaves: [Leaf!] } type Leaf { name: String! }',
  );
  const fieldsOf = (name: string) => (built.getType(name) as GraphQLObjectType).getFields();
  const count = times(100, (index) => index);
  fieldsOf('Query')['lists']!.resolve = () => [0, 1, 2];
  fieldsOf('List')['items']!.resolve = () => count;
  fieldsOf('List')['plain']!.resolve = (list) => (list === 1 ? [1, null] : new Set([1, 2]));
  const item = fieldsOf('Item');
  item['id']!.resolve = (id) => id as number;
  item['soon']!.resolve = async (id) => id as number;
  item['long']!.resolve = () => 'x'.repeat(100);
  item['broken']!.resolve = () => {
    throw new RangeError('broken');
  };
  item['maybe']!.resolve = (id) => ((id as number) % 3 === 0 ? Promise.reject(new Error('rejected')) : (id as number));
  item['leaves']!.resolve = (id) => ((id as number) % 4 === 0 ? [1, null] : [1, 2].map(async (leaf) => leaf));
  fieldsOf('Leaf')['name']!.resolve = (leaf) => String(leaf);
  return built;
}

/** Returns a schema of mutations that record their effects, those of nested fields included, by their path. Some fail, some later. */
export function schemaOfWrites(): GraphQLSchema {
  const written = 'now: Write later: Write must: Write! mustLater: Write! list: [Write!]';
  const built = buildSchema(`type Query { none: Int } type Mutation { ${written} } type Write { value: Int must: Int! }`);
  for (const name of ['Mutation', 'Write'])
    for (const field of Object.values((built.getType(name) as GraphQLObjectType).getFields()))
      field.resolve = (source: { dice: number } | undefined, _args, { seed, effects }: { seed: number; effects: string[] }, info) => {
        const keys: (string | number)[] = [];
        for (let at: typeof info.path | undefined = info.path; at; at = at.prev) keys.unshift(at.key);
        const dice = hash(`${source?.dice ?? seed} ${keys.join('.')}`);
        const effect = () => {
          effects.push(keys.join('.'));
          if (dice % 6 === 0) throw new Error('broken');
          if (name === 'Write') return dice % 7 === 0 ? null : 1;
          return field.name === 'list' ? [{ dice }, { dice: dice + 1 }] : { dice };
        };
        return field.name.endsWith('ater') || dice % 3 === 0 ? turns(dice % 5).then(effect) : effect();
      };
  return built;
}

/** Resolves after a number of turns of the event loop. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await setImmediate();
}
