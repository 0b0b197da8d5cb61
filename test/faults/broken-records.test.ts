/*
 * Records with broken values, in lists whose items must not be null: they cost what they must, and no promise stays without a handler. Node
 * ends a process with such a promise; Jest fails the test that runs when it rejects.
 */

import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { execute, graphql, parse, validate } from 'graphql';
import { EventLoopTurn } from '../../src/graph/execution/event-loop-turn.js';
import { createEventGraph, type EventGraph } from '../../src/index.js';
import { queries } from '../graph/execution/random-world.js';
import { listedAttendee } from '../service/samples.js';
import { closedAfterwards } from '../support/afterwards.js';
import { fakeService, type FakeService, type Hit } from '../support/fake-service.js';
import { programOver } from '../support/program.js';
import { createExecute, schemaWith } from '../support/schemas.js';
import { broken, normalReplies } from './normal-replies.js';

const add = normalReplies['/api/participant/add'] as object;
let service: FakeService;
let graph: EventGraph;
/** The reply to a request. */
let replyTo: (hit: Hit) => unknown;
beforeAll(async () => {
  service = await fakeService(
    Object.fromEntries(Object.keys(normalReplies).map((path) => [path, (hit: Hit) => (path.endsWith('/add') ? add : replyTo(hit))])),
  );
  const options = { url: service.url, publicKey: 'p', privateKey: 'k', activityIds: [1001], service: { retries: 0 } };
  graph = closedAfterwards(await createEventGraph(options));
});

const context = () => graph.createContext({ caller: { name: 'me', scopes: graph.scopes } });

/** One fails while a field before it waits; the other one fails immediately. */
const twoBroken = [
  { ...listedAttendee, review: { x: 1 } },
  { ...listedAttendee, id: 8, contact: { x: 1 } },
];
const page = 'attendees(first: 2) { nodes { name customFields { name } review { code } } }';
const registration = `mutation { addAttendees(input: {
  idempotencyKey: "key-of-a-registration", contact: { name: "Ada", mobile: "10000000007" }, attendees: [{ name: "Ada", mobile: "10000000007" }]
}) { replayed userErrors { code } registrations { attendee { id activity { ${page} } } } } }`;
const registered = (replayed: boolean) => ({
  addAttendees: { replayed, userErrors: [], registrations: [{ attendee: { id: 'attendee:1001:7', activity: { attendees: null } } }] },
});

/* Apollo Server and GraphQL Yoga execute with graphql-js. */
test.each([
  ['the program', async () => (await programOver(service.url, { EVENT_SERVICE_RETRIES: '0' })).run],
  [
    'graphql-js',
    async () => async (source) =>
      JSON.parse(JSON.stringify(await graphql({ schema: graph.schema, source, contextValue: context() }))) as unknown,
  ],
])('in %s, two broken attendees cost an operation their list, and no promise stays without a handler', async (_name, start) => {
  replyTo = ({ path, form }) => {
    if (path.endsWith('/getFields')) return { code: 1, data: [] };
    if (!path.endsWith('/participant/getList')) return normalReplies[path];
    const data = twoBroken.filter(({ id }) => form['ids'] === undefined || form['ids'].split(',').includes(String(id)));
    return { code: 1, data, total: data.length };
  };
  const run = await start();
  for (const [query, data] of [
    [`{ activity { ${page} } }`, { activity: { attendees: null } }],
    [registration, registered(false)],
    [registration, registered(true)],
  ] as const) {
    expect(await run(query)).toMatchObject({ data, errors: [{ extensions: { code: 'UPSTREAM_INVALID_RESPONSE' } }] });
    // Reads whose results are no longer needed end as well: this one joins the last of them.
    expect(await run('{ activity { formFields { name } } }')).toMatchObject({ data: { activity: { formFields: [] } } });
    await setImmediate();
  }
});

/** What a service may send in place of a value. */
const wrong: readonly unknown[] = [{ x: 1 }, null, [], [{}], 'x', '', -1, 1e300, false];

test('whatever is broken, graphql-js returns the data of our executor, and leaves no promise without a handler', async () => {
  const own = schemaWith();
  const executeOwn = createExecute(own, { maxResponseBytes: Infinity, turn: new EventLoopTurn(() => performance.now()) });
  // In each record, something may fail before, and something while something else waits.
  const lists = (select: (typeName: string) => string) => `activity {
    attendees(first: 3) { nodes { name customFields { name } ${select('Attendee')} } edges { node { ${select('Attendee')} } } }
    articles { items { title category { name } ${select('Article')} } } schedule { days { items { ${select('ScheduleItem')} } } } categories { ${select('Category')} }
    formFields { ${select('FormField')} } tickets { ${select('TicketItem')} } goods { ${select('Goods')} }
  }`;
  const compared = { broken: 0, all: 0 };
  await fc.assert(
    fc.asyncProperty(queries(own, lists), fc.nat(), async (query, seed) => {
      const document = parse(query);
      if (validate(own, document).length > 0) return;
      replyTo = ({ path }) => broken(normalReplies[path], `${seed} ${path}`, wrong);
      const ours = await executeOwn(query, { context: context() });
      const theirs = await execute({ schema: graph.schema, document, contextValue: context() });
      expect(JSON.parse(JSON.stringify(theirs.data))).toEqual(ours.data);
      compared.all += 1;
      compared.broken += ours.errors ? 1 : 0;
    }),
    { numRuns: 40 },
  );
  expect(compared.broken).toBeGreaterThan(15);
}, 60_000);
