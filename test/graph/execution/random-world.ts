/* Random operations: a world of values, promises, errors and gaps for the documented schema, queries of it, and lists of many items. */

import fc from 'fast-check';
import {
  buildSchema,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  type GraphQLCompositeType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';

/**
 * Returns the schema with values that depend on the seed and the path: the same for both executors. The objects of most types have a getter
 * for each field; the fields of the others have resolvers.
 */
export function withoutResolvers(original: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(original.getTypeMap())) {
    if (isUnionType(type) || isInterfaceType(type)) type.resolveType = (value: { of: string }) => value.of;
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      if (hasGetters(type, original)) {
        delete field.resolve;
        continue;
      }
      field.resolve = (_source, _args, { seed }: { seed: number }, info) => {
        const place: string[] = [];
        for (let at: typeof info.path | undefined = info.path; at; at = at.prev) place.push(String(at.key));
        return valueOf(String(info.returnType), original, hash(`${seed} ${place.join('.')}`), seed % 2 === 0);
      };
    }
  }
  return original;
}

/**
 * In one half of the worlds all is there immediately; in the other what fails does so later: graphql-js ends the process where both
 * meet in a list.
 */
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
  if (list)
    return Array.from({ length: dice % 4 }, (_, index) => notThrown(() => valueOf(list[1]!, from, hash(`${dice} ${index}`), later)));
  const type = from.getType(written)!;
  if (isObjectType(type)) return objectOf(type, from, dice, later);
  if (isUnionType(type) || isInterfaceType(type)) {
    const possible = from.getPossibleTypes(type);
    return objectOf(possible[dice % possible.length]!, from, dice, later);
  }
  if (isEnumType(type)) return type.getValues()[dice % type.getValues().length]!.value;
  return leaves[written] ?? 'text';
}

function hasGetters(type: GraphQLObjectType, from: GraphQLSchema): boolean {
  return type !== from.getQueryType() && hash(type.name) % 4 > 0;
}

function objectOf(type: GraphQLObjectType, from: GraphQLSchema, dice: number, later: boolean): object {
  const object = { of: type.name };
  if (!hasGetters(type, from)) return object;
  for (const field of Object.values(type.getFields())) {
    const get = () => valueOf(String(field.type), from, hash(`${dice} ${field.name}`), later);
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

function hash(text: string): number {
  let state = 2_166_136_261;
  for (const character of text) state = Math.imul(state ^ character.charCodeAt(0), 16_777_619) >>> 0;
  return (state ^ (state >>> 13)) >>> 0;
}

/** Random queries of the schema. */
export function queries(schema: GraphQLSchema): fc.Arbitrary<string> {
  return fc.array(fc.nat(1000), { minLength: 40, maxLength: 120 }).map((dice) => {
    let at = 0;
    const roll = (sides: number) => dice[at++ % dice.length]! % sides;
    const root = schema.getQueryType()!;
    return `{ ${selection(schema, root, 0, roll)} } fragment Page on PageInfo { hasNextPage endCursor } fragment One on Attendee { id name review { code } }`;
  });
}

function selection(schema: GraphQLSchema, type: GraphQLCompositeType, depth: number, roll: (sides: number) => number): string {
  const parts = ['__typename'];
  if (type.name === 'PageInfo') parts.push('...Page');
  if (type.name === 'Attendee') parts.push('...One');
  if (!('getFields' in type)) {
    for (const possible of schema.getPossibleTypes(type))
      if (roll(2)) parts.push(`... on ${possible.name} { ${selection(schema, possible, depth + 1, roll)} }`);
    return parts.join(' ');
  }
  const fields = Object.values(type.getFields()).filter(({ args }) =>
    args.every((argument) => !String(argument.type).endsWith('!') || argument.defaultValue !== undefined),
  );
  for (let count = 1 + roll(4); count > 0 && fields.length > 0; count -= 1) {
    const field = fields[roll(fields.length)]!;
    const named = getNamedType(field.type);
    if (isCompositeType(named) && depth > 4) continue;
    const alias = roll(3) === 0 ? `a${roll(9)}: ` : '';
    const directive = roll(6) === 0 ? ` @${roll(2) ? 'skip' : 'include'}(if: ${roll(2) ? 'true' : 'false'})` : '';
    parts.push(`${alias}${field.name}${directive}${isCompositeType(named) ? ` { ${selection(schema, named, depth + 1, roll)} }` : ''}`);
    if (roll(5) === 0)
      parts.push(`... { ${field.name}${isCompositeType(named) ? ` { ${selection(schema, named, depth + 1, roll)} }` : ''} }`);
  }
  return parts.join(' ');
}

/** Returns a schema with lists of a hundred items whose fields are there immediately, later, or broken. */
export function listsOfItems(): GraphQLSchema {
  const built = buildSchema(
    'type Query { lists: [List] } type List { items: [Item] plain: [Int!] } type Item { id: Int soon: Int broken: Int long: String maybe: Int leaves: [Leaf!] } type Leaf { name: String! }',
  );
  const fieldsOf = (name: string) => (built.getType(name) as GraphQLObjectType).getFields();
  const count = Array.from({ length: 100 }, (_, index) => index);
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
