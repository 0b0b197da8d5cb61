/*
 * What the SDL publishes is what the graph enforces: for each field of each type, by each field that leads to the type, and for callers
 * with each of its scopes alone, without each of them, with these only, and with none.
 */

import { readFileSync } from 'node:fs';
import {
  getNamedType,
  isAbstractType,
  isCompositeType,
  isObjectType,
  parse,
  subscribe,
  type ConstDirectiveNode,
  type ExecutionResult,
  type GraphQLObjectType,
} from 'graphql';
import { createSubgraph } from '../../src/graph/schema/schema.js';
import type { EntityTypeName } from '../../src/graph/type-names.js';
import { documentedScopes, isSelfScope, type Scope } from '../../src/records/caller.js';
import { bound } from '../support/bound.js';
import { countedSandbox, type CountedSandbox } from '../support/counted-sandbox.js';
import { fieldArguments, references } from '../support/field-arguments.js';
import { formAnswers } from '../support/form-answers.js';

const operations = bound(JSON.parse(readFileSync('examples/operations.json', 'utf8')) as { operations: object });
const { schema, sdl } = createSubgraph({ maxPageSize: 100, authDirectives: true, relayNode: true, operations });
const scopes: readonly Scope[] = [
  ...documentedScopes,
  ...['createOrder', 'order', 'repayOrder', 'authorisation'].map((name): Scope => `operations:${name}`),
];

/** The arguments of the fields that require some. `$mobile` is a number that no request has had before, and that of the caller. */
const argumentsOf: Readonly<Record<string, string>> = {
  ...firstOfEach(
    fieldArguments({
      attendee: { id: '700001', mobile: '10000700002' },
      articleId: '6001',
      scheduleItemId: '2001',
      categoryId: '301',
      formField: 'name1712900104',
      registrant: { mobile: '$mobile', fields: formAnswers },
    }),
  ),
  // A registered number.
  'Mutation.ssoLogin': 'input: { mobile: "10000700001" }',
  'Activity.searchAttendees': 'keyword: "王伟"',
  'Activity.signCodeByMobile': 'mobile: "10000700001"',
  'Activity.order': 'number: "S10019001"',
  'Activity.articleDetail': 'id: "6001"',
  'Activity.speakersOfCategory': 'categoryId: "32"',
  'Activity.speaker': 'id: "601"',
  'Activity.exhibitor': 'id: "801"',
  'Mutation.modifyAttendee': 'attendeeId: "attendee:1001:700006", label: "A"',
  'Mutation.deleteAttendee': 'attendeeId: "attendee:1001:700007"',
  'Mutation.sendSmsCode': 'attendeeId: "attendee:1001:700006"',
  'Mutation.createOrder': 'ticketId: "402", attendeeId: "attendee:1001:700001"',
  'Mutation.repayOrder': 'number: "S10019001"',
  'Mutation.redirectLogin': 'mobile: "10000700001", to: "/x"',
};
function firstOfEach(lists: Readonly<Record<string, readonly string[]>>): Record<string, string> {
  return Object.fromEntries(Object.entries(lists).map(([coordinate, [first]]) => [coordinate, first!]));
}

/** The fields whose objects lead to further types, where another field of the same type is found first but has objects without them. */
const leading: Readonly<Record<string, string>> = {
  ScheduleItem: 'ScheduleDay.items',
  Category: 'Activity.categories',
  Exhibitor: 'Activity.exhibitor',
};

/* What is published */

/** The lists of scopes each of which opens a field. */
function alternativesOf(directives: readonly ConstDirectiveNode[] = []): readonly (readonly string[])[] {
  const lists = directives.find(({ name }) => name.value === 'requiresScopes')?.arguments?.[0]?.value;
  if (lists?.kind !== 'ListValue') return [[]];
  return lists.values.map((all) =>
    all.kind === 'ListValue' ? all.values.map((scope) => (scope.kind === 'StringValue' ? scope.value : '')) : [],
  );
}
const published = new Map<string, readonly (readonly string[])[]>(
  parse(sdl).definitions.flatMap((definition) =>
    definition.kind === 'ObjectTypeDefinition' || definition.kind === 'ObjectTypeExtension'
      ? (definition.fields ?? []).map(
          ({ name, directives }) => [`${definition.name.value}.${name.value}`, alternativesOf(directives)] as const,
        )
      : [],
  ),
);
const isOpen = (coordinate: string, held: readonly Scope[]) =>
  (published.get(coordinate) ?? [[]]).some((all) => all.every((scope) => held.some((one) => one === scope)));

/* The paths to the objects of each type */

interface Path {
  readonly type: GraphQLObjectType;
  /** The fields on the way, whose scopes a caller needs as well. */
  readonly coordinates: readonly string[];
  /** An operation with % in place of the fields of the object. */
  readonly operation: string;
}

/** The paths: to each type by each field that returns it, from the first object found of the field's own type. */
function findPaths(): readonly Path[] {
  const found: Path[] = [];
  const visited = new Set<string>();
  const roots = [schema.getQueryType()!, schema.getMutationType()!];
  const waiting: Path[] = roots.map((type) => ({ type, coordinates: [], operation: `${type === roots[0] ? 'query' : 'mutation'} { % }` }));
  for (const path of waiting) {
    found.push(path);
    const by = path.coordinates.at(-1);
    if (visited.has(path.type.name) || (leading[path.type.name] ?? by) !== by) continue;
    visited.add(path.type.name);
    for (const { name, type } of Object.values(path.type.getFields())) {
      const returned = getNamedType(type);
      const coordinate = `${path.type.name}.${name}`;
      const to = (target: GraphQLObjectType, field: string, further: readonly string[] = []) =>
        waiting.push({
          type: target,
          coordinates: [...path.coordinates, coordinate, ...further],
          operation: path.operation.replace('%', () => field),
        });
      // A write that succeeds has no errors, whose fields need nothing more than their payload.
      if (isObjectType(returned) && !['_Service', 'ActivityUserError'].includes(returned.name))
        to(returned, `${name}${givenTo(coordinate)} { % }`);
      if (!isAbstractType(returned)) continue;
      for (const target of schema.getPossibleTypes(returned)) {
        const id = references[target.name as EntityTypeName];
        const given = name === 'node' ? `id: "${id}"` : `representations: [{ __typename: "${target.name}", id: "${id}" }]`;
        to(target, `${name}(${given}) { ... on ${target.name} { % } }`, target.name === 'Activity' ? [] : [`${target.name}.id`]);
      }
    }
  }
  return found;
}
const isWrite = (coordinates: readonly string[]) => coordinates.length === 1 && coordinates[0]!.startsWith('Mutation.');
const givenTo = (coordinate: string) => (argumentsOf[coordinate] ? `(${argumentsOf[coordinate]})` : '');

let sandbox: CountedSandbox;
let requests = 0;
/** Asks as the attendee whom `$mobile` names, or as 700001. */
function ask(operation: string, held: readonly Scope[]) {
  const mobile = operation.includes('$mobile') ? String(10_000_910_000 + (requests += 1)) : '10000700001';
  const caller = { attendee: { kind: 'mobile' as const, value: mobile, mobile } };
  return sandbox.graph.run(operation.replaceAll('$mobile', mobile), {}, { scopes: held, caller });
}
beforeAll(async () => {
  sandbox = await countedSandbox({ knowsNotFound: true, env: { MAX_UPSTREAM_CALLS: '1000' }, schema: { relayNode: true }, operations });
  // The order that paths name.
  await ask(`mutation { createOrder(${argumentsOf['Mutation.createOrder']}) { result { number } } }`, scopes);
});

/** The keys that lead to the object with the member `here`, without the positions in lists. null: there is none. */
function keysToHere(value: unknown): readonly string[] | null {
  if (Array.isArray(value)) return value.map(keysToHere).find((keys) => keys !== null) ?? null;
  if (typeof value !== 'object' || value === null) return null;
  if ('here' in value) return [];
  for (const [key, member] of Object.entries(value)) {
    const keys = keysToHere(member);
    if (keys !== null) return [key, ...keys];
  }
  return null;
}

test.each(findPaths().map((path) => [path.type.name, path.coordinates.join(' → ') || 'its root', path] as const))(
  'the fields of %s by %s are open to the callers that the SDL states, and without a scope nothing is called',
  async (_type, _by, { type, coordinates, operation }) => {
    const fields = Object.values(type.getFields()).filter(({ name }) => !['_entities', 'node', '_service'].includes(name));
    const selection = fields.map(({ name, type: of }) => {
      const text = `${name}${givenTo(`${type.name}.${name}`)}`;
      return isCompositeType(getNamedType(of)) ? `${text} { __typename }` : text;
    });
    const request = operation.replace('%', () => ['here: __typename', ...selection].join(' '));
    const isOwn = [...coordinates, ...fields.map(({ name }) => `${type.name}.${name}`)].includes('Activity.viewer');
    const all = scopes.filter((scope) => isOwn || !isSelfScope(scope));
    const depth = keysToHere((await ask(request, all)).data)?.length;
    if (depth === undefined) throw new Error(`Not reached: ${request}`);

    const stated = [...coordinates, ...fields.map(({ name }) => `${type.name}.${name}`)]
      .flatMap((each) => published.get(each) ?? [])
      .flat();
    const relevant = all.filter((scope) => stated.includes(scope));
    const allBut = (scope: Scope) => all.filter((other) => other !== scope);
    for (const held of [[], relevant, ...relevant.map((scope) => [scope]), ...relevant.map(allBut)]) {
      sandbox.reset();
      const { data, errors } = await ask(request, held);
      if (held.length === 0) expect(sandbox.counts()).toEqual({});
      const denied = errors.filter(({ extensions }) => extensions.code === 'FORBIDDEN');
      // A write of the operations file is not sent for a caller who may not read its result.
      const needed = isWrite(coordinates) ? [...coordinates, `${type.name}.result`] : coordinates;
      const isReached = needed.every((coordinate) => isOpen(coordinate, held));
      expect({ held, isReached: keysToHere(data) !== null }).toEqual({ held, isReached });
      if (!isReached) continue;
      const deniedFields = new Set(denied.flatMap(({ path = [] }) => path.filter((key) => typeof key === 'string').slice(depth)));
      const expected = fields.filter(({ name }) => !isOpen(`${type.name}.${name}`, held)).map(({ name }) => name);
      expect({ held, denied: [...deniedFields].toSorted() }).toEqual({ held, denied: expected.toSorted() });
    }
  },
);

test('exactly these fields of an attendee and of a schedule item need a scope of their own', () => {
  const needing = (scope: Scope) =>
    [...published].flatMap(([coordinate, alternatives]) => (alternatives.some((all) => all.includes(scope)) ? [coordinate] : []));
  const fieldsOf = (typeName: string, names: string) => names.split(' ').map((name) => `${typeName}.${name}`);
  expect(needing('attendees:pii').filter((coordinate) => coordinate.startsWith('Attendee.'))).toEqual(
    fieldsOf('Attendee', 'mobile email idCardNumber avatarUrl signCode shortLink openId wechat customFields customField content qrCodeUrl'),
  );
  expect(needing('content:meeting')).toEqual([...fieldsOf('ScheduleItem', 'meetingId meetingPassword'), 'ScheduleLive.url']);
});

test.each([
  ['checkIns { id }', 'checkin:read'],
  ['ticketStock { id }', 'content:read'],
  ['goodsStock { id }', 'content:read'],
] as const)('subscription { %s } needs %s', async (field, needed) => {
  const { schema: withResolvers, context } = sandbox.graph;
  const document = parse(`subscription { ${field} }`);
  const contextValue = context(scopes.filter((scope) => scope !== needed));
  const { errors } = (await subscribe({ schema: withResolvers, document, contextValue })) as ExecutionResult;
  expect(errors).toMatchObject([{ originalError: { code: 'FORBIDDEN', requiredScopes: [needed] } }]);
});
