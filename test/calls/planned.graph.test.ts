/*
 * Random operations over the sandbox make at most the calls that are planned for them, and the example operations at least half of them.
 * Where operations make more, the number is exact, and for each field of Activity. Single operations: operations.graph.test.ts.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { assertObjectType, getNamedType, isObjectType, isRequiredArgument, type GraphQLField } from 'graphql';
import { concernsPeople } from '../../src/graph/access/access.js';
import { readsOf } from '../../src/graph/cost/reads.js';
import { contentEndpoint } from '../../src/service/endpoints.js';
import { alteredService, type Alteration } from '../support/altered-service.js';
import { countedSandbox, type CountedSandbox } from '../support/counted-sandbox.js';
import { graphOver } from '../support/graph.js';
import { measuring } from '../support/measured.js';
import { schemaWith } from '../support/schemas.js';
import { times } from '../support/times.js';

const schema = schemaWith({ relayNode: true });
const costOf = measuring(schema, { activityIds: [1001, 1002] });

interface Operation {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Few values of each argument, so that equal ones often meet, under two forms of an id too. All of them exist in the sandbox. */
const values = {
  activityId: ['1001', 1001, '1002'],
  parentId: ['301', 'category:1001:301', '302'],
  goodsId: ['501', 'goods:1001:501', '502'],
  articleId: ['6001', 'article:1001:6001', '6002'],
  attendeeId: ['700001', 'attendee:1001:700001', '700003', 700_004],
  date: ['2026-05-15', '2026-05-16'],
  first: [5, 7, 60],
  offset: [0, 5, 41],
} as const;
const identities = [{ mobile: '10000700002' }, { email: 'wangwei@example.com' }];
const entities = ['Article:article:1001:6001', 'Category:category:1001:301', 'Goods:goods:1001:501', 'Attendee:attendee:1001:700003'];

/** Writes an operation. Each argument is left out, a literal or a variable. */
class OperationWriter {
  readonly #variables: Record<string, unknown> = {};
  readonly #types: string[] = [];
  #aliases = 0;

  /**
   * @param roll returns a number below `sides`
   */
  constructor(private readonly roll: (sides: number) => number) {}

  operation(): Operation {
    const selection = this.#some(this.#query, 3);
    return { query: `query ${this.#types.length > 0 ? `(${this.#types.join()})` : ''} { ${selection} }`, variables: this.#variables };
  }

  readonly #query: readonly (() => string)[] = [
    () => `activity${this.#args([this.#arg('id', 'ID', 'activityId')])} { ${this.#some(this.#activity, 4)} }`,
    () => `attendee(by: ${this.#lookup()}) { ${this.#some(this.#attendee, 3)} }`,
    () => `attendeesByIds(ids: ${this.#value('[ID!]!', this.#many('attendeeId'))}) { ${this.#some(this.#attendee, 3)} }`,
    () => `activitiesByIds(ids: ${this.#value('[ID!]!', this.#many('activityId'))}) { ${this.#some(this.#activity, 2)} }`,
    () => `activities { ${this.#some(this.#content, 2)} }`,
    () => `node(id: ${this.#value('ID!', this.#entity().id)}) { id ... on Attendee { ${this.#some(this.#attendee, 2)} } }`,
    () =>
      `_entities(representations: ${this.#value('[_Any!]!', [this.#entity(), this.#entity()])}) {
         __typename ... on Attendee { ${this.#some(this.#attendee, 2)} } ... on Article { title category { name } }
       }`,
  ];

  readonly #content: readonly (() => string)[] = [
    () => `formFields${this.#args([this.#arg('includeHidden', 'Boolean', [true, false])])} { name }`,
    () => `schedule${this.#args([this.#arg(this.#pick(['from', 'to']), 'Date', 'date')])} { totalCount }`,
    () => 'articles { items { title category { name } } }',
    () => `article(id: ${this.#value('ID!', this.#one('articleId'))}) { title category { name } }`,
    () => `categories${this.#args([this.#arg('parentId', 'ID', 'parentId')])} { name articles { title } }`,
    () => 'tickets { name }',
    () => `goods${this.#args([this.#arg('id', 'ID', 'goodsId')])} { name }`,
  ];

  readonly #activity: readonly (() => string)[] = [
    ...this.#content,
    () => {
      const args = this.#args([this.#arg('first', 'Int', 'first'), this.#arg('offset', 'Int', 'offset')]);
      const nodes = () => `nodes { ${this.#some(this.#attendee, 3)} }`;
      const edges = () => `edges { cursor node { ${this.#some(this.#attendee, 2)} } }`;
      return `attendees${args} { ${this.#some([() => 'totalCount', nodes, edges], 2)} }`;
    },
    () => `attendee(by: ${this.#lookup()}) { ${this.#some(this.#attendee, 3)} }`,
  ];

  readonly #attendee: readonly (() => string)[] = [
    () => 'points',
    () => 'companyTaxId',
    () => 'name',
    () => 'company',
    () => 'customFields { name }',
    () => `customField(name: ${this.#value('String!', this.#pick(['x', 'y']))}) { name }`,
    () => `activity { ${this.#some(this.#content, 1)} }`,
  ];

  /** One field or more, some of them twice. */
  #some(fields: readonly (() => string)[], most: number): string {
    const written = times(1 + this.roll(most), () => this.#pick(fields)());
    return written.map((field) => `a${(this.#aliases += 1)}: ${field}`).join(' ');
  }

  readonly #pick = <Item>(items: readonly Item[]): Item => items[this.roll(items.length)]!;
  readonly #one = (name: keyof typeof values) => this.#pick<unknown>(values[name]);
  readonly #many = (name: keyof typeof values) => times(1 + this.roll(3), () => this.#one(name));

  #entity(): { readonly __typename: string; readonly id: string } {
    const [typeName = '', ...id] = this.#pick(entities).split(':');
    return { __typename: typeName, id: id.join(':') };
  }

  #lookup(): string {
    const id = this.#one('attendeeId');
    const form = this.roll(4);
    if (form === 0) return `{ id: ${this.#value('ID', id)} }`;
    if (form === 1) return literal(this.#pick([...identities, { id }]));
    return this.#value('AttendeeLookup!', this.#pick([...identities, { id }]));
  }

  /** An argument that may be left out. */
  #arg(name: string, type: string, of: keyof typeof values | readonly unknown[]): string {
    if (this.roll(2) === 0) return '';
    return `${name}: ${this.#value(type, typeof of === 'string' ? this.#one(of) : this.#pick(of))}`;
  }

  #args(written: readonly string[]): string {
    const given = written.filter((text) => text !== '');
    return given.length > 0 ? `(${given.join()})` : '';
  }

  #value(type: string, value: unknown): string {
    if (this.roll(3) > 0) return literal(value);
    const name = `v${this.#types.length}`;
    this.#types.push(`$${name}: ${type}`);
    this.#variables[name] = value;
    return `$${name}`;
  }
}

function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([name, member]) => `${name}: ${literal(member)}`)
    .join()} }`;
}

const operations: fc.Arbitrary<Operation> = fc.array(fc.nat(1000), { minLength: 30, maxLength: 90 }).map((dice) => {
  let at = 0;
  return new OperationWriter((sides) => dice[at++ % dice.length]! % sides).operation();
});

/** The calls that are planned for an operation, and those that it makes. */
async function callsOf({ query, variables }: Operation, sandbox: CountedSandbox) {
  const { errors, calls } = await sandbox.cost(query, variables);
  const made = Object.values(calls).reduce((sum, number) => sum + number, 0);
  const codes = new Set(errors.map(({ extensions }) => extensions?.['code']));
  return { planned: costOf(query, variables).upstreamCalls, made, codes: [...codes] };
}

test('no operation whose ids exist, and whose contents the list has whole, makes more calls than are planned for it', async () => {
  const sandbox = await countedSandbox({ schema: { relayNode: true } });
  await fc.assert(
    fc.asyncProperty(operations, async (operation) => {
      const { planned, made, codes } = await callsOf(operation, sandbox);
      // The service rejects an identity that is of no attendee of the activity.
      expect(codes.filter((code) => code !== 'UPSTREAM_REJECTED')).toEqual([]);
      expect(made).toBeLessThanOrEqual(planned);
    }),
    { numRuns: 40 },
  );
});

const readsNothing = (field: GraphQLField<unknown, unknown>) => {
  const reads = readsOf(field);
  return reads === undefined || ('calls' in reads && reads.calls === 0);
};

/** A field with all below it that require no argument and read nothing. */
function withAllBelow({ name, type }: GraphQLField<unknown, unknown>, levels = 5): string {
  const of = getNamedType(type);
  if (!isObjectType(of)) return name;
  const below = Object.values(of.getFields()).filter((field) => levels > 0 && !field.args.some(isRequiredArgument) && readsNothing(field));
  return `${name} { __typename ${below.map((field) => withAllBelow(field, levels - 1)).join(' ')} }`;
}

describe('the fields of Activity', () => {
  let sandbox: CountedSandbox;
  beforeAll(async () => (sandbox = await countedSandbox()));

  // The caller is no attendee, so `viewer` makes no call.
  const fields = Object.values(assertObjectType(schema.getType('Activity')).getFields()).filter(
    ({ name, args }) => name !== 'viewer' && !args.some(isRequiredArgument),
  );
  test.each(fields)('$name makes exactly the planned calls, without an error; content one an activity, to its endpoint', async (field) => {
    const selection = withAllBelow(field);
    const often = `{ a: activity { x: ${selection} y: ${selection} } b: activities { ...F } c: activitiesByIds(ids: ["1001", "1001"]) { ...F }
      d: activity(id: "1001") { ...F } } fragment F on Activity { ${selection} }`;
    const query = concernsPeople(getNamedType(field.type)) ? `{ activities { ${selection} } }` : often;
    const { planned, made, codes } = await callsOf({ query, variables: {} }, sandbox);
    expect({ codes, made }).toEqual({ codes: [], made: planned });
    const reads = readsOf(field);
    const called = sandbox.hits.map(({ path }) => path);
    if (reads && 'content' in reads) expect(called).toEqual(times(2, () => contentEndpoint(reads.content).path));
  });
});

describe('the example operations', () => {
  const folder = join(__dirname, '../../schema/operations');
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  let sandbox: CountedSandbox;
  beforeAll(async () => (sandbox = await countedSandbox()));

  const callsOfExample = (name: string) => {
    const variables = name === 'add-attendees' ? (JSON.parse(read('add-attendees.variables.json')) as Operation['variables']) : {};
    return callsOf({ query: read(`${name}.graphql`), variables }, sandbox);
  };

  const exceptions = [
    { name: 'categories', planned: 12, made: 2, reason: 'ten lists of children are planned, and the sandbox lists the whole tree at once' },
    { name: 'stitching-batch', planned: 1, made: 2, reason: 'an id that no attendee has is requested again' },
    { name: 'viewer', planned: 1, made: 0, reason: 'the caller is no attendee' },
  ];
  const isException = (name: string) => exceptions.some((exception) => exception.name === name);
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.graphql') && !read(file).includes('\nsubscription '))
    .map((file) => file.replace('.graphql', ''));

  test.each(names.filter((name) => !isException(name)))('%s makes at most the planned calls, and at least half of them', async (name) => {
    const { planned, made, codes } = await callsOfExample(name);
    expect(codes).toEqual([]);
    expect(made).toBeLessThanOrEqual(planned);
    expect(planned).toBeLessThanOrEqual(2 * made);
  });

  test.each(exceptions)('$name plans $planned and makes $made, as $reason', async ({ name, planned, made }) => {
    expect(await callsOfExample(name)).toMatchObject({ planned, made });
  });
});

/* Where docs/settings.md says that an operation makes more calls than are planned, or fewer. */

/** A service that loses the reply to each write of a path. */
const losing = (write: string): Alteration => ({ alter: (path, reply) => void (path.endsWith(write) && (reply.status = 500)) });
/** A service that fails once. */
function failingOnce(): Alteration {
  let isDown = true;
  return {
    alter: (_path, reply) => {
      if (isDown) reply.status = 503;
      isDown = false;
    },
  };
}
/** A service that lists root categories where no parent is given: three of them in the sandbox. */
const onlyRoots: Alteration = {
  alter: (_path, { json }) => {
    const roots = (json.data as readonly { parent_id: number }[]).filter(({ parent_id }) => parent_id === 0);
    if (roots.length > 0) json.data = roots;
  },
};
const ids = (count: number) => literal(times(count, (index) => 700_001 + index));
const people = (count: number) =>
  times(count, (index) => ({
    name: 'A',
    mobile: `139000000${10 + index}`,
    fields: ['x', 'Morning'].map((value, field) => ({ name: `name171300020${1 + field}`, value })),
  }));
const adding = (count: number, selection: string) => {
  const input = { activityId: '1002', idempotencyKey: 'planned-calls-0001', contact: { name: 'A', mobile: '13900000010' } };
  return `mutation { addAttendees(input: ${literal({ ...input, attendees: people(count) })}) { ${selection} } }`;
};
const referenceToCategory = '{ _entities(representations: [{ __typename: "Category", id: "category:1001:311" }]) { __typename } }';
const signIn = 'mutation { ssoLogin(input: { mobile: "13900000010", addIfMissing: true }) { login { token } } }';

async function overService(service: Alteration) {
  const { url, paths } = await alteredService(service);
  const graph = await graphOver(url);
  /** Runs an operation. Returns the number of its calls. */
  const made = async (query: string) => {
    paths.length = 0;
    const { errors } = await graph.run(query);
    // Without a reply, a write has one.
    if (!query.startsWith('mutation')) expect(errors).toEqual([]);
    expect(graph.defects).toEqual([]);
    return paths.length;
  };
  return { graph, paths, made };
}

test.each([
  [1, 3, 'pages are shorter than requested', '{ activity { attendees(first: 60) { nodes { id } } } }', { maxPage: 20 }],
  [1, 3, 'the service reads fewer ids than it is sent', `{ attendeesByIds(ids: ${ids(60)}) { id } }`, { maxIds: 20 }],
  [1, 2, 'no attendee has an id', '{ attendeesByIds(ids: [700001, 1]) { id } }', {}],
  [1, 2, 'the list truncates a content', '{ attendee(by: { id: 701150 }) { content } }', {}],
  [1, 4, 'a reference is to a category below the roots, and the list has roots only', referenceToCategory, onlyRoots],
  [11, 4, 'the list has roots only, with a call for the children of each', '{ activity { categories { children { id } } } }', onlyRoots],
  [12, 14, 'a list that counts as 10 is longer', adding(12, 'registrations { attendee { points } }'), {}],
  [1, 2, 'a call is retried', '{ activity { tickets { id } } }', failingOnce()],
])('%i planned, %i made, where %s', async (planned, made, _where, query, service) => {
  expect(costOf(query).upstreamCalls).toBe(planned);
  expect(await (await overService(service)).made(query)).toBe(made);
});

test.each([
  { write: 'a registration of three', query: adding(3, 'replayed'), path: '/add', planned: 2, made: 5, again: 3 },
  { write: 'a single sign-on', query: signIn, path: '/sso_login', planned: 1, made: 2, again: 2 },
])('$planned planned, $made made, where the reply to $write is lost: a lookup for each. Repeated, $again are made', async (row) => {
  const service = await overService(losing(row.path));
  expect(costOf(row.query).upstreamCalls).toBe(row.planned);
  expect([await service.made(row.query), await service.made(row.query)]).toEqual([row.made, row.again]);
});

test('two operations plan a call each and make three, where the one that they share is refused', async () => {
  const refusingFirst: Alteration = { alter: (_path, reply) => void (paths.length === 1 && (reply.json = { code: 0, msg: 'No such id' })) };
  const { graph, paths } = await overService(refusingFirst);
  const queries = [700_001, 700_002].map((id) => `{ attendee(by: { id: ${id} }) { name } }`);
  const results = await Promise.all(queries.map((query) => graph.run(query)));
  expect(queries.map((query) => costOf(query).upstreamCalls)).toEqual([1, 1]);
  expect(results.map(({ errors, extensions }) => [errors, extensions.upstream!.calls])).toEqual([
    [[], 2],
    [[], 1],
  ]);
  expect(paths).toHaveLength(3);
});
