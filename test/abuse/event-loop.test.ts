/*
 * One operation at its limits does not block the event loop: /healthz on the same port responds within 300 ms meanwhile. The program
 * is a process of its own. What holds its loop does so each time, and a busy machine does not: the best of three runs counts, and the
 * time in which the two processes are ready to run but have no processor does not.
 */

import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { liveEnv, startChild, type ChildProgram } from '../support/child-program.js';
import { fakeService, type FakeService, type Script } from '../support/fake-service.js';
import { apiKey } from '../support/program.js';
import { joined, times } from '../support/times.js';

const credential = 'key-of-the-attacker';
const longestWaitMs = 300;
const runs = 3;

let service: FakeService;
let program: ChildProgram;

beforeAll(async () => {
  service = await fakeService({
    '/api/article/getList': replying(
      { data: { data: articles(100, 50_000), itemsCount: 100, total: 100, currentPage: 1 } },
      { data: { data: [{ id: 1, post_title: 'T', post_content: '<p>long</p>'.repeat(1_400_000) }] } },
    ),
    '/api/ticket/data': replying({
      data: times(20_000, (index) => ({
        id: index + 1,
        name: `Ticket ${index} ${'会'.repeat(20)}`,
        num: 10,
        sold_num: 3,
        money: '19.90',
      })),
    }),
    '/api/participant/getList': ({ form }) => {
      const ids = form['ids']?.split(',') ?? times(Number(form['pagesize'] ?? 100), (index) => String(index + 1));
      return { code: 1, data: ids.map(attendee), total: 100_000 };
    },
    '/api/activity/getFields': replying({ data: fields }),
    '/api/participant/add': { code: 0, msg: '100 % full' },
    '/api/schedule/getList': (_hit, response) => void response.end(`{"code":1,"data":{"2026-05-15":[${nested}]},"total":1}`),
  });
  program = await startChild({
    ...liveEnv(service.url),
    AUTH_API_KEYS: apiKey('attacker', credential, 'content:read attendees:read attendees:pii attendees:write'),
    CACHE_TTL: 'off',
  });
}, 120_000);

const nested = '{"all_children":['.repeat(100_000) + ']}'.repeat(100_000);
const fields = times(40, (index) => ({ id: index + 1, name: `field_${index}`, label: `Field ${index}`, type: 'text' }));
const articles = (count: number, length: number) =>
  times(count, (index) => ({
    id: index + 1,
    post_title: `Article ${index}`,
    post_excerpt: 'x'.repeat(200),
    ca_category_id: 1,
    read_count: 1,
    like_count: 1,
    post_content: '<p style="color:red">Some <b>words</b> of 会场</p>'.repeat(length / 50),
  }));

function attendee(id: string) {
  const formAnswers = Object.fromEntries(fields.map(({ name }) => [name, `value of ${name}`]));
  return {
    id: Number(id),
    contact: `Name ${id}`,
    mobile: `1380000${id}`,
    email: 'a@example.com',
    company: 'Company',
    time: 1_700_000_000,
    content: JSON.stringify(formAnswers),
  };
}

/**
 * Replies are written before the program is asked: their making must not delay what is measured. The second activity has one of its
 * own.
 */
function replying(...envelopes: readonly object[]) {
  const bodies = envelopes.map((members) => Buffer.from(JSON.stringify({ code: 1, ...members })));
  return (...[{ headers }, response]: Parameters<Script>) => {
    const { ActivityId } = JSON.parse(String(headers['service-auth'])) as { ActivityId: number };
    response.setHeader('content-type', 'application/json').end(bodies[ActivityId - 1001] ?? bodies[0]);
  };
}

const references = (count: number, type: string, kind: string, most = count) =>
  times(count, (index) => ({ __typename: type, id: `${kind}:1001:${(index % most) + 1}` }));
const entities = (selection: string) => `query ($r: [_Any!]!) { _entities(representations: $r) { ${selection} } }`;
const articleFields = 'id serviceId activityId title excerpt keywords source author url createdAt publishedAt readCount likeCount pinned';

const operations: readonly [string, string, object?][] = [
  ['100 long articles made safe for the first time', '{ activity { articles { items { content } } } }'],
  ['one article of 16 MB', '{ activity(id: "1002") { articles { items { content } } } }'],
  [
    'thousands of references to articles with all their fields',
    entities(`... on Article { ${articleFields} ${joined(30, (i) => `a${i}: title`)} }`),
    { r: references(4_900, 'Article', 'article', 100) },
  ],
  [
    'thousands of references to attendees',
    entities(`... on Attendee { id name mobile email company registeredAt ${joined(30, (i) => `a${i}: name`)} }`),
    { r: references(4_400, 'Attendee', 'attendee') },
  ],
  [
    'fields below thousands of activities, with a long id',
    `query ($ids: [ID!]!, $id: ID!) { ${joined(20, (i) => `a${i}: activitiesByIds(ids: $ids) { ...F }`)} }
     fragment F on Activity { a: goods(id: $id) { id } ${joined(10, (i) => `a${i}: goods(id: ${i}) { id }`)} }`,
    { ids: times(5_000, (i) => `${i + 1}`), id: 'x'.repeat(900_000) },
  ],
  ['thousands of references that are none', entities('__typename'), { r: times(4_990, () => ({ __typename: 'Nothing', id: '1' })) }],
  [
    'a list of 20 000 tickets',
    `{ activity { tickets { id serviceId name totalStock soldStock ${joined(30, (i) => `a${i}: remainingStock`)} } } }`,
  ],
  ['100 000 levels of schedule items without ids', '{ activity { scheduleItem(id: "1") { id } } }'],
  [
    '100 wrong literals before 600 kB of escapes',
    `{ ${joined(100, (i) => `a${i}: __typename @skip(if: ${i})`)} activity(id: "${'\\n'.repeat(200_000)}") { id } }`,
  ],
  [
    'a long name that the service rejects',
    'mutation ($n: String!) { addAttendees(input: { contact: { name: $n, mobile: "1" }, attendees: [{ name: "A", mobile: "1" }] }) { description } }',
    { n: '会'.repeat(300_000) },
  ],
  ['a megabyte of ids', 'query ($ids: [ID!]!) { attendeesByIds(ids: $ids) { id } }', { ids: times(45_000, (i) => `attendee:1001:${i}`) }],
];

test('requests for long paths, without a credential: health responds meanwhile', async () => {
  const longPaths = times(10, () => ask('GET', `/${'a'.repeat(15_000)}/`));
  expect(await longestWaitDuring(async () => String(await Promise.all(longPaths)))).toBeLessThan(longestWaitMs);
});

test.each(operations.map(([what, query, variables = {}]) => [what, { query, variables }] as const))(
  '%s: health responds meanwhile',
  async (_what, operation) => {
    let best = Infinity;
    for (let run = 0; run < runs && best > longestWaitMs; run += 1)
      best = Math.min(best, await longestWaitDuring(() => post(JSON.stringify(operation))));
    expect(best).toBeLessThan(longestWaitMs);
  },
  120_000,
);

/** Requests health repeatedly while something runs. @returns the longest duration of one response */
async function longestWaitDuring(run: () => Promise<string>): Promise<number> {
  const state = { over: false };
  const running = run().finally(() => (state.over = true));
  let longest = 0;
  while (!state.over) {
    longest = Math.max(longest, await health());
    await pause(5);
  }
  await running;
  return longest;
}

async function health(): Promise<number> {
  const began = performance.now();
  const queuedBefore = queuedMs();
  await ask('GET', '/healthz');
  return performance.now() - began - (queuedMs() - queuedBefore);
}

/** How long the main threads of the program and of this test have waited for a processor so far, by Linux; elsewhere 0. */
function queuedMs(): number {
  return [program.process.pid!, process.pid].reduce((sum, pid) => {
    try {
      return sum + Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
    } catch {
      return sum;
    }
  }, 0);
}

const post = (body: string) => ask('POST', '/graphql', body);

/** A connection of its own for each, as a new client has it. */
function ask(method: string, path: string, body?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'x-api-key': credential };
    const asked = request(program.url + path, { method, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve(text)).on('error', reject);
    });
    asked.on('error', reject).end(body);
  });
}
