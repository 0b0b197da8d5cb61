/*
 * Which scopes each field of the graph needs: what the SDL publishes, and what callers get who ask for it, by every kind of path. A program
 * with RELAY_NODE and bound operations has all fields; one without has the same rows, but for those.
 */

import { parse, type FieldDefinitionNode, type TypeNode } from 'graphql';
import { calls, mutation, order, paths } from './cases/paths.js';
import { eventStream, firstResult, hook } from './events.js';
import { frozen } from './fixture.js';
import { frozenProgram, ownMobile, stopTime, type HttpResponse, type FrozenProgram } from './program.js';

const scopes = [
  'content:read',
  'content:meeting',
  'attendees:read',
  'attendees:pii',
  'attendees:write',
  'checkin:read',
  'sso:issue',
  'self:read',
  'self:register',
  'self:sso',
  'documents:any',
  'operations:createOrder',
  'operations:order',
  'operations:repayOrder',
  'operations:authorisation',
];
const ofOperations = scopes.filter((scope) => scope.startsWith('operations:'));
const isSelf = (scope: string) => scope.startsWith('self:');

/** A field that is asked for: its alias, its label in the table, and its text. */
interface Asked {
  readonly key: string;
  readonly label: string;
  readonly text: string;
}
interface TypeRow {
  readonly name: string;
  readonly fields: readonly FieldDefinitionNode[];
}
interface Result {
  readonly data: unknown;
  readonly errors: readonly {
    readonly path?: readonly (string | number)[];
    readonly extensions: { readonly code: string; readonly requiredScopes?: readonly string[] };
  }[];
  audited(): Promise<readonly string[]>;
}

const namedType = (type: TypeNode): string => (type.kind === 'NamedType' ? type.name.value : namedType(type.type));
/** A directive of access or a tag, as the table has it. */
const published = (field: FieldDefinitionNode): string =>
  (field.directives ?? [])
    .map(({ name, arguments: given = [] }) => {
      if (name.value === 'authenticated') return 'authenticated';
      if (name.value === 'tag') return 'pii';
      if (name.value !== 'requiresScopes') return '';
      const [scopesGiven] = given;
      if (scopesGiven?.value.kind !== 'ListValue') throw new Error('Expected a list of scopes.');
      return scopesGiven.value.values
        .map((all) => (all.kind === 'ListValue' ? all.values.map((each) => (each.kind === 'StringValue' ? each.value : '')).join('+') : ''))
        .join('|');
    })
    .filter(Boolean)
    .join(' ');

/** The program that is asked. */
let program: FrozenProgram;
let full: FrozenProgram;
let plain: FrozenProgram;
let numbers = 0;

beforeAll(async () => {
  stopTime();
  const limits = { MAX_ALIASES: '1000', MAX_COST: '100000', MAX_ROOT_FIELDS: '100', MAX_UPSTREAM_CALLS: '1000', LOG_LEVEL: 'debug' };
  full = await frozenProgram({ ...limits, ...hook, RELAY_NODE: 'true', OPERATIONS_FILE: 'examples/operations.json' });
  plain = await frozenProgram(limits);
  program = full;
  // The order that the paths name.
  await ask(mutation(`${order} { result { number } }`), ['operations:createOrder']);
});
afterAll(() => void jest.useRealTimers());

async function ask(query: string, held: readonly string[]): Promise<Result> {
  const mobile = query.includes('$mobile') ? String(10_000_910_000 + (numbers += 1)) : ownMobile;
  const response = await program.ask({ query: query.replaceAll('$mobile', mobile), scopes: held.join(' '), mobile });
  const { data, errors = [] } = JSON.parse(await response.text()) as Partial<Result>;
  return { data, errors, audited: () => auditedBy(response) };
}

/** The fields that the audit states as read by a request. */
const auditedBy = async (response: HttpResponse) =>
  (await program.audited(response)).filter(({ outcome }) => outcome !== 'forbidden').flatMap(({ fields }) => fields);

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

/** The first event of a subscription. A check-in is pushed until one arrives. */
async function firstEvent(query: string, held: readonly string[]): Promise<Result> {
  const push = query.includes('checkIns') ? { participant: '700001' } : undefined;
  const { response, text } = await eventStream(program, { query, scopes: held.join(' ') }, push);
  const { data = null, errors = [] } = firstResult(text) as Partial<Result>;
  return { data, errors, audited: () => auditedBy(response) };
}

/** What a type publishes, and the fields of it that a query asks for. */
function askedOf({ name, fields }: TypeRow, composite: ReadonlySet<string>): readonly (Asked & { readonly field: FieldDefinitionNode })[] {
  return fields.flatMap((field) => {
    const texts = calls[`${name}.${field.name.value}`] ?? [''];
    const below = composite.has(namedType(field.type)) ? ' { __typename }' : '';
    return texts.map((text, index) => {
      const key = index === 0 ? field.name.value : `${field.name.value}${index}`;
      const by = index === 0 ? '' : text.replaceAll('"$mobile"', 'own');
      return { field, key, label: field.name.value + by, text: `${index === 0 ? '' : `${key}: `}${field.name.value}${text}${below}` };
    });
  });
}

/** Tries each scope: subscriptions in turn, because each makes pushes, others at once. */
async function tried(text: string, each: readonly string[], run: (scope: string) => Promise<unknown>): Promise<void> {
  if (text.startsWith('subscription')) for (const scope of each) await run(scope);
  else await Promise.all(each.map(run));
}

/**
 * The rows of a type by one path: the fields with equal rights are on one line.
 * @throws Error if a caller with every scope does not reach an object, or an operation is not executed
 */
async function rowsOf(name: string, [path, text]: readonly [string, string], isFirst: boolean): Promise<string> {
  const { types, composite } = await typesOf(program);
  const type = types.find((each) => each.name === name)!;
  const asked = askedOf(type, composite);
  const viewer = text.includes('viewer') || type.name === 'Activity';
  const all = scopes.filter((scope) => !isSelf(scope) || viewer);
  // The scopes of bound operations concern few paths. On the others they are tried together.
  const tryable = /rder|uthorisation/.test(text + asked.map(({ key }) => key).join(' '))
    ? scopes
    : [...scopes.filter((scope) => !scope.startsWith('operations:')), ofOperations.join(' ')];
  const subscribed = type.name === 'Subscription' || type.name === 'CheckInEvent';
  /** The fields of Subscription need an operation each. */
  const parts = type.name === 'Subscription' ? asked.map((each) => [each]) : [asked];
  const lines = new Map<string, string[]>();
  const above = new Set<string>();
  for (const part of parts) {
    const operation = text.replace(
      '%',
      `${type.name === 'Subscription' ? '' : 'here: __typename '}${part.map((each) => each.text).join(' ')}`,
    );
    const run = (held: readonly string[]) => (subscribed ? firstEvent(operation, held) : ask(operation, held));
    const everything = await run(all);
    const base = type.name === 'Subscription' ? [] : keysToHere(everything.data);
    if (base === null) throw new Error(`${type.name} ${path}: not reached: ${JSON.stringify(everything)}`);
    const read = await everything.audited();
    const denials = ({ data, errors }: Result) => {
      const isWhole = errors.some(({ path: at, extensions }) => at === undefined && extensions.code !== 'FORBIDDEN');
      if (isWhole) throw new Error(`${type.name} ${path}: not executed: ${JSON.stringify(errors)}`);
      const reached = type.name === 'Subscription' ? data !== null : keysToHere(data) !== null;
      const forbidden = errors
        .filter(({ extensions }) => extensions.code === 'FORBIDDEN')
        .map(({ path: at = [], extensions }) => ({
          at: at.filter((key) => typeof key === 'string'),
          needed: extensions.requiredScopes ?? [],
        }));
      const own = new Map<string, readonly string[]>();
      for (const { at, needed } of forbidden) if (at.length === base.length + 1) own.set(at.at(-1)!, needed);
      return { reached, above: forbidden.filter(({ at }) => at.length <= base.length).flatMap(({ needed }) => needed), own };
    };
    const without = new Map<string, ReturnType<typeof denials>>();
    const alone = new Map<string, ReturnType<typeof denials>>();
    const none = denials(await run([]));
    const held = tryable.filter((scope) => !isSelf(scope) || viewer);
    await tried(text, held, async (scope) =>
      without.set(scope, denials(await run(all.filter((other) => !scope.split(' ').includes(other))))),
    );
    // Without a scope that a path needs, a caller with all others gets nothing. So one scope is tried on the first path only, unless it may suffice.
    const isDenied = (scope: string) => without.get(scope)!.above.length + without.get(scope)!.own.size > 0;
    const candidates = tryable.filter((scope) => isFirst || isSelf(scope) || isDenied(scope));
    await tried(text, candidates, async (scope) => alone.set(scope, denials(await run([scope]))));
    for (const [scope, denied] of without) if (denied.above.length > 0) above.add(scope);
    for (const { key, label, field } of part) {
      const needs = held.flatMap((scope) => (without.get(scope)!.own.has(key) ? [[scope, without.get(scope)!] as const] : []));
      const stated = needs.flatMap(([scope, { own }]) =>
        own.get(key)!.join() === scope ? [] : [`${scope} is stated as ${own.get(key)!.join()}`],
      );
      const open = ({ reached, own }: ReturnType<typeof denials>) => reached && !own.has(key);
      const sufficing = open(none) ? ['none'] : candidates.filter((scope) => open(alone.get(scope)!));
      const facts = [
        `published: ${published(field) || 'nothing'}`,
        `needs: ${needs.map(([scope]) => scope).join(' ') || 'nothing more'}`,
        `one scope that suffices: ${sufficing.join(', ') || '-'}`,
        ...stated,
        ...(read.includes(`${type.name}.${field.name.value}`) ? ['audited'] : []),
      ].join(' | ');
      lines.set(facts, [...(lines.get(facts) ?? []), label]);
    }
  }
  const rows = [...lines].map(([facts, fields]) => `  ${facts}\n    ${fields.join(' ')}`);
  return [`  the path needs: ${[...above].toSorted().join(' ') || 'nothing'}`, ...rows].join('\n');
}

interface Types {
  readonly types: readonly TypeRow[];
  /** The names of types that have fields. */
  readonly composite: ReadonlySet<string>;
}
const read = new Map<FrozenProgram, Promise<Types>>();

/** The types of the SDL that a program serves. */
function typesOf(served: FrozenProgram): Promise<Types> {
  const known = read.get(served) ?? readTypes(served);
  read.set(served, known);
  return known;
}

async function readTypes(served: FrozenProgram): Promise<Types> {
  const response = await served.ask({ query: '{ service: _service { sdl } }', scopes: '' });
  const { data } = JSON.parse(await response.text()) as { data: { service: { sdl: string } } };
  // The SDL leaves out what federation adds.
  const { definitions } = parse(
    `${data.service.sdl} extend type Query { _service: _Service! _entities: _Entity } interface _Service interface _Entity`,
  );
  const types = definitions.flatMap((definition) =>
    definition.kind === 'ObjectTypeDefinition' ? [{ name: definition.name.value, fields: [...(definition.fields ?? [])] }] : [],
  );
  for (const definition of definitions)
    if (definition.kind === 'ObjectTypeExtension')
      types.find(({ name }) => name === definition.name.value)!.fields.push(...(definition.fields ?? []));
  const composite = definitions.flatMap((each) =>
    each.kind === 'ObjectTypeDefinition' || each.kind === 'InterfaceTypeDefinition' ? [each.name.value] : [],
  );
  return { types, composite: new Set(composite) };
}

const names = Object.keys(paths);
/** The types that have fewer fields without RELAY_NODE and OPERATIONS_FILE. */
const larger = ['Query', 'Activity', 'Mutation'];
const expectFrozen = frozen('scopes.txt', [...names, ...larger.map((name) => `${name} without RELAY_NODE and OPERATIONS_FILE`)]);

test('each type has paths', async () => {
  const { types } = await typesOf(full);
  expect(types.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
});

test.each(names)('the scopes of %s', async (name) => {
  /** The paths with equal rows. */
  const rows = new Map<string, string[]>();
  for (const [index, path] of Object.entries(paths[name]!).entries()) {
    const text = await rowsOf(name, path, index === 0);
    rows.set(text, [...(rows.get(text) ?? []), path[0] || name]);
  }
  expectFrozen(name, [...rows].map(([text, by]) => `by ${by.join(', ')}\n${text}`).join('\n'));
});

test.each(larger)('the scopes of %s without RELAY_NODE and OPERATIONS_FILE', async (name) => {
  program = plain;
  expectFrozen(`${name} without RELAY_NODE and OPERATIONS_FILE`, await rowsOf(name, Object.entries(paths[name]!)[0]!, true));
});
