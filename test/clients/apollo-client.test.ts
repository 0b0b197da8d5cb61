/* Apollo Client over the graph: what its cache merges, by the type policies of client/src. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  ApolloClient,
  ApolloLink,
  gql,
  HttpLink,
  InMemoryCache,
  type ObservableQuery,
  type TypedDocumentNode,
  type TypePolicies,
} from '@apollo/client';
import {
  assertInterfaceType,
  buildSchema,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  type GraphQLObjectType,
} from 'graphql';
import { map } from 'rxjs';
import { graphcacheKeys, possibleTypes, scalars, typePolicies, withoutFailedFields, withTypePrefix } from '../../client/src/index.js';
import { prefixTypes } from '../../src/graph/type-names.js';
import { sandboxProgram, type ProgramUnderTest } from '../support/program.js';
import { schemaWith } from '../support/schemas.js';

/** An operation whose data is `any`, as in all tests. */
type Untyped = TypedDocumentNode<any, any>;

let program: ProgramUnderTest;
beforeAll(async () => void (program = await sandboxProgram({ SANDBOX_LIVE: 'false' })));

/** A client of the program that records the addresses of its requests. */
function client(policies: TypePolicies = {}) {
  const sent: unknown[] = [];
  const recordingFetch: typeof fetch = (input, init) => {
    sent.push(input);
    return fetch(input, init);
  };
  const link = new HttpLink({ uri: `${program.url}/graphql`, fetch: recordingFetch });
  const apollo = new ApolloClient({ link, cache: new InMemoryCache({ typePolicies: policies, possibleTypes }) });
  return { apollo, cache: apollo.cache, sent };
}

describe('pages', () => {
  const list = (items: string): Untyped => gql`
    query List($first: Int!, $after: String, $offset: Int) {
      activity {
        id
        attendees(first: $first, after: $after, offset: $offset) {
          totalCount
          ${items}
          pageInfo { hasNextPage endCursor startCursor hasPreviousPage }
        }
      }
    }
  `;
  const [edges, nodes] = ['edges { cursor node { id name } }', 'nodes { id name }'];
  const idsOf = (connection: any): string[] => (connection.nodes ?? connection.edges.map(({ node }: any) => node)).map(({ id }: any) => id);
  const fromServer = async (first: number) =>
    (await client().apollo.query({ query: list(nodes), variables: { first } })).data.activity.attendees;

  /** Watches the first three, and then fetches two further pages. */
  async function threePages(items: string) {
    const { apollo, sent, cache } = client(typePolicies);
    const list$ = apollo.watchQuery({ query: list(items), variables: { first: 3 } });
    const watching = list$.subscribe(() => {});
    const connection = () => list$.getCurrentResult().data.activity.attendees;
    await settled(list$);
    for (const length of [6, 9]) {
      await list$.fetchMore({ variables: { first: 3, after: connection().pageInfo.endCursor } });
      while (idsOf(connection()).length < length) await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return { apollo, sent, cache, list$, connection, stop: () => watching.unsubscribe() };
  }

  test.each([
    ['edges', edges],
    ['nodes', nodes],
    ['edges and nodes', `${edges} ${nodes}`],
  ])('pages of %s become one list, with one request each', async (_what, items) => {
    const { connection, sent, stop } = await threePages(items);
    const direct = await fromServer(9);
    expect(idsOf(connection())).toEqual(idsOf(direct));
    expect(connection()).toMatchObject({ totalCount: direct.totalCount, pageInfo: direct.pageInfo });
    expect(sent).toHaveLength(3);
    stop();
  });

  test('what was fetched as edges is read as nodes without a request; a list that is fetched again has its first page only', async () => {
    const { apollo, sent, cache, list$, connection, stop } = await threePages(edges);
    const read = await apollo.query({ query: list(nodes), variables: { first: 3 } });
    expect(idsOf(read.data.activity.attendees)).toEqual(idsOf(connection()));
    expect(sent).toHaveLength(3);
    const { endCursor } = connection().pageInfo;
    await list$.refetch();
    // A page that was requested before, and that arrives now, would leave a gap.
    await list$.fetchMore({ variables: { first: 3, after: endCursor } });
    const again: any = cache.readQuery({ query: list(nodes), variables: { first: 3 } });
    expect(idsOf(again.activity.attendees)).toEqual(idsOf(await fromServer(3)));
    stop();
  });

  test('a query reads the pages from its `after` on: a loop over the cursors reads each attendee once', async () => {
    const { apollo } = client(typePolicies);
    const read = async (after: string | undefined) =>
      (await apollo.query({ query: list(nodes), variables: { first: 3, after } })).data.activity.attendees;
    // A page in the middle is not the beginning of a list.
    await read((await fromServer(3)).pageInfo.endCursor);
    const found: string[] = [];
    for (let after; found.length < 9;) {
      const page = await read(after);
      found.push(...idsOf(page));
      after = page.pageInfo.endCursor;
    }
    expect(found).toEqual(idsOf(await fromServer(9)));
  });

  test('an attendee who has moved to the next page meanwhile is shown once', async () => {
    const { apollo, cache } = client(typePolicies);
    const [query, variables] = [list(nodes), { first: 3 }];
    const { data } = await apollo.query({ query, variables });
    cache.writeQuery({ query, variables: { ...variables, after: data.activity.attendees.pageInfo.endCursor }, data });
    expect(cache.readQuery({ query, variables })).toEqual(data);
  });

  test('fewer items of a page, without its end, leave it; others have no end', async () => {
    const { apollo, cache, connection, stop } = await threePages(nodes);
    const before = connection();
    const query: Untyped = gql('{ activity { id attendees(first: 2) { nodes { id company } } } }');
    const { activity } = (await apollo.query({ query })).data;
    expect(connection()).toEqual(before);
    stop();
    const attendees = { ...activity.attendees, nodes: activity.attendees.nodes.slice(1) };
    cache.writeQuery({ query, data: { activity: { ...activity, attendees } } });
    expect(cache.readQuery({ query: list(nodes), variables: { first: 3 } })).toBeNull();
  });

  test('each offset and length is a page of its own, and an evicted record leaves its lists', async () => {
    const { apollo, cache, connection, stop } = await threePages(nodes);
    const before = idsOf(connection());
    for (const first of [3, 5]) {
      const { data } = await apollo.query({ query: list(nodes), variables: { first, offset: 3 } });
      expect(idsOf(data.activity.attendees)).toEqual(before.slice(3, 3 + first));
    }
    cache.evict({ id: `Attendee:${before[1]}` });
    const read: any = cache.readQuery({ query: list(nodes), variables: { first: 3 } });
    expect(idsOf(read.activity.attendees)).toEqual(before.filter((_, index) => index !== 1));
    stop();
  });

  test('a next page that fails leaves the list as it is; a first page that fails replaces it', async () => {
    const { apollo, cache, list$, connection, stop } = await threePages(nodes);
    const [query, refused] = [list(nodes), { first: 1_000 }];
    const read = () => cache.readQuery({ query, variables: { first: 3 } })?.activity.attendees;
    const before = connection();
    const next = await list$.fetchMore({ variables: { ...refused, after: before.pageInfo.endCursor }, errorPolicy: 'all' });
    expect([next.data.activity.attendees, read()]).toEqual([null, before]);
    await apollo.query({ query, variables: refused, errorPolicy: 'all', fetchPolicy: 'network-only' });
    expect(read()).toBeNull();
    stop();
  });
});

describe('records by id', () => {
  const page: Untyped = gql(
    '{ activity(id: "1001") { id articles { items { id title } } attendees(first: 1) { nodes { id serviceId name } } } }',
  );

  async function clientWithPage() {
    const { apollo, sent } = client(typePolicies);
    const { articles, attendees } = (await apollo.query({ query: page })).data.activity;
    const read = async (fields: string) => (await apollo.query({ query: gql(`{ ${fields} }`) as Untyped })).data;
    return { article: articles.items[0], attendee: attendees.nodes[0], sent, read };
  }

  test('a record that a list has brought is read by its global id, or by its service id below its activity, without a request', async () => {
    const { article, attendee, sent, read } = await clientWithPage();
    for (const id of [article.id, article.id.split(':')[2]])
      expect((await read(`activity(id: "1001") { id article(id: "${id}") { id title } }`)).activity.article).toEqual(article);
    const byServiceId = `by: { id: "${attendee.serviceId}" }`;
    for (const lookup of [`by: { id: "${attendee.id}" }`, `${byServiceId}, activityId: "1001"`])
      expect((await read(`attendee(${lookup}) { id name }`)).attendee.id).toBe(attendee.id);
    expect((await read(`activity(id: "1001") { id attendee(${byServiceId}) { id name } }`)).activity.attendee.id).toBe(attendee.id);
    expect(sent).toHaveLength(1);
  });

  test('a record of another activity, one that is not in the cache, and fields that it lacks are requested', async () => {
    const { article, sent, read } = await clientWithPage();
    expect((await read(`activity(id: "1002") { id article(id: "${article.id}") { id title } }`)).activity.article).toBeNull();
    await read(`activity(id: "1001") { id article(id: "${article.id}") { id author } }`);
    await read('attendee(by: { id: "attendee:1001:700009" }) { id }');
    expect(sent).toHaveLength(4);
  });
});

describe('objects without id', () => {
  const sdl = readFileSync(join(__dirname, '../../schema/event-graph.client.graphql'), 'utf8');
  const isRoot = ({ name }: GraphQLObjectType) => ['Query', 'Mutation', 'Subscription'].includes(name);
  const isWithoutId = (type: GraphQLObjectType) => !isRoot(type) && type.getFields()['id'] === undefined;

  test.each([
    ['no TYPE_PREFIX', ''],
    ['a TYPE_PREFIX', 'Event'],
  ])('with %s, each list has a key in client/src/merge.ts: an item keeps fields that a newer response does not select', (_what, prefix) => {
    const types = prefixTypes(buildSchema(`${sdl} interface Node { id: ID! }`), prefix).getTypeMap();
    const objects = Object.values(types)
      .filter((type) => isObjectType(type))
      .filter(({ name }) => !name.startsWith('__'));
    const policies = withTypePrefix(prefix);
    const rows: Record<string, any> = policies.typePolicies;
    expect([...Object.keys(rows), ...Object.entries(policies.possibleTypes).flat(2)].filter((name) => types[name] === undefined)).toEqual(
      [],
    );
    /** An object of a type as the cache stores it: a reference, or its scalar fields and one level of objects. */
    const stored = (type: GraphQLObjectType, depth = 1): Record<string, unknown> => {
      const fields = Object.values(type.getFields()).flatMap(({ name, type: fieldType }) => {
        const named = getNamedType(fieldType);
        if (!isObjectType(named)) return [[name, `a ${name}`]];
        return depth === 0 ? [] : [[name, isWithoutId(named) ? stored(named, depth - 1) : { __ref: `${named.name}:1` }]];
      });
      return { __typename: type.name, ...Object.fromEntries(fields) };
    };
    const losing = objects.flatMap((type) =>
      Object.entries<any>(rows[type.name]?.fields ?? {}).flatMap(([field, { merge }]) => {
        if (!isListType(getNullableType(type.getFields()[field]!.type))) return [];
        const item = stored(getNamedType(type.getFields()[field]!.type) as GraphQLObjectType);
        const isKept = Object.keys(item).some((left) => {
          const { [left]: _omitted, ...rest } = item;
          return left !== '__typename' && left in merge([item], [rest])[0];
        });
        // An item of one field has none to lose.
        return Object.keys(item).length > 2 && !isKept ? [`${type.name}.${field}`] : [];
      }),
    );
    expect(losing).toEqual([]);
  });

  test('urql has a key for each type without id, and GraphQL Code Generator a type for each scalar', () => {
    const types = Object.values(buildSchema(sdl).getTypeMap());
    const withoutId = types.filter((type) => isObjectType(type) && !type.name.startsWith('__') && isWithoutId(type));
    expect(Object.keys(graphcacheKeys)).toEqual(withoutId.map(({ name }) => name).toSorted());
    expect(Object.keys(withTypePrefix('Event').graphcacheKeys)).toContain('EventFormField');
    const custom = types.filter((type) => isScalarType(type) && !isSpecifiedScalarType(type));
    expect(Object.keys(scalars).toSorted()).toEqual(['ID', '_Any', ...custom.map(({ name }) => name)].toSorted());
  });

  test.each([
    [
      'interval',
      'activity { id schedule { days { date items { id interval { start } } } } }',
      'activity { id schedule { days { date items { id interval { end } link { title } } } } }',
    ],
    [
      'customFields',
      'attendee(by: { id: "700001" }) { id customFields { name field { label } } }',
      'attendee(by: { id: "700001" }) { id customFields { name value field { kind } } }',
    ],
    [
      'pageInfo',
      'activity { id attendees(first: 2) { pageInfo { endCursor startCursor } } }',
      'activity { id attendees(first: 2) { totalCount pageInfo { endCursor hasNextPage } } }',
    ],
    [
      'edges',
      'activity { id attendees(first: 2) { edges { cursor node { id } } } }',
      'activity { id attendees(first: 2) { edges { node { id name review { state } } } } }',
    ],
  ])('%s: two watched queries of different fields do not overwrite each other', async (_what, ...both) => {
    const { apollo, sent } = client(typePolicies);
    const watched = both.map((fields) => apollo.watchQuery({ query: gql(`query { ${fields} }`) as Untyped }));
    const stops = [];
    for (const view of watched) {
      stops.push(view.subscribe(() => {}));
      await settled(view);
    }
    // Queries that overwrite each other are sent again immediately.
    await new Promise((resolve) => setTimeout(resolve, 150));
    const states = watched.map((view) => view.getCurrentResult().dataState);
    for (const stop of stops) stop.unsubscribe();
    expect([...states, sent.length]).toEqual(['complete', 'complete', 2]);
  });

  describe('a newer list replaces the items', () => {
    function formFieldsAfter(...writes: [fields: string, items: object[]][]) {
      const { cache } = client(typePolicies);
      for (const [fields, items] of writes) {
        const formFields = items.map((item) => ({ __typename: 'FormField', ...item }));
        const query = gql(`query { activity { id formFields { ${fields} } } }`);
        cache.writeQuery({ query, data: { activity: { __typename: 'Activity', id: '1', formFields } } });
      }
      const { formFields } = (cache.extract() as any)['Activity:1'];
      return formFields.map(({ __typename, ...item }: any) => item);
    }
    const [a, b] = [
      { name: 'a', label: 'A' },
      { name: 'b', label: 'B' },
    ];

    test('the items keep the fields that the newer list does not select', () => {
      const newer = [
        { name: 'b', kind: 'DATE' },
        { name: 'c', kind: 'INPUT' },
      ];
      expect(formFieldsAfter(['name label', [a, b]], ['name kind', newer])).toEqual([{ ...b, kind: 'DATE' }, newer[1]]);
    });

    test.each([
      ['older', [a, { name: 'a', label: 'another' }], [{ name: 'a', kind: 'DATE' }]],
      [
        'newer',
        [a],
        [
          { name: 'a', kind: 'DATE' },
          { name: 'a', kind: 'INPUT' },
        ],
      ],
    ])('no item gets the fields of another if a key occurs twice in the %s list', (_where, older, newer) => {
      expect(formFieldsAfter(['name label', [...older, b]], ['name kind', newer])).toEqual(newer);
    });
  });
});

describe('fields that failed', () => {
  test.each([
    ['in an item of a list', { items: [{ a: null }, { a: null }] }, ['items', 1, 'a'], { items: [{ a: null }, {}] }],
    ['at the nearest nullable field', { a: { b: null, c: null } }, ['a', 'b', 0, 'd'], { a: { c: null } }],
  ])('fields that failed leave the data %s', (_where, data, path, expected) => {
    expect(withoutFailedFields({ data, errors: [{ path }, {}] }).data).toEqual(expected);
  });

  test('fields that failed are requested again, and do not replace what was read before', async () => {
    const { apollo, cache, sent } = client(typePolicies);
    const link = new ApolloLink((operation, forward) => forward(operation).pipe(map(withoutFailedFields)));
    apollo.setLink(link.concat(apollo.link));
    const query: Untyped = gql('{ activity { id name attendees(first: 1000) { totalCount } } }');
    const read = async (requests: number, attendees?: object) => {
      const { data, error } = await apollo.query({ query, errorPolicy: 'all', fetchPolicy: attendees ? 'network-only' : 'cache-first' });
      expect([data.activity.attendees, error === undefined, sent.length]).toEqual([attendees, false, requests]);
      return data;
    };
    await read(1);
    const { activity } = await read(2);
    const attendees = { __typename: 'AttendeeConnection', totalCount: 7 };
    cache.writeQuery({ query, data: { activity: { ...activity, attendees } } });
    await read(3, attendees);
  });
});

test('with RELAY_NODE, a fragment on Node reads the fields of each record with an id', () => {
  const schema = schemaWith({ relayNode: true });
  const { cache } = client(typePolicies);
  const query: Untyped = gql('query Any { node(id: "1") { ...Id } } fragment Id on Node { id }');
  for (const { name } of schema.getPossibleTypes(assertInterfaceType(schema.getType('Node')))) {
    const data = { node: { __typename: name, id: '1' } };
    cache.writeQuery({ query, data });
    expect(cache.readQuery({ query })).toEqual(data);
  }
});

async function settled(view: ObservableQuery<any>): Promise<void> {
  while (view.getCurrentResult().loading) await new Promise((resolve) => setTimeout(resolve, 5));
}
