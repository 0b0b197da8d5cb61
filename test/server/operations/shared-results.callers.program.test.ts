/*
 * Callers whose requests arrive at the same moment, over HTTP: they share reads in flight, the cache of content, executions of equal
 * queries and stored bodies. None gets what only another may see.
 */

import fc from 'fast-check';
import { sandboxKeys, sandboxNotFoundPattern, startSandbox } from '../../../src/sandbox/sandbox.js';
import { closedAfterwards } from '../../support/afterwards.js';
import { sandboxDay } from '../../support/counted-sandbox.js';
import { apiKey, programOver, type ProgramUnderTest } from '../../support/program.js';
import { tokenIssuer } from '../../support/token-issuer.js';

const viewers = ['10000700001', '10000700002'] as const;
const tenants = { first: 'key-of-the-first-tenant', second: 'key-of-the-second-tenant' } as const;

interface Credential {
  readonly name: string;
  readonly key: string;
  /** What no response to the caller contains. */
  readonly hidden: RegExp;
}

let program: ProgramUnderTest;
let alone: ProgramUnderTest;
let credentials: readonly Credential[];

beforeAll(async () => {
  const issuer = await tokenIssuer();
  // One subject in all tokens: only the claims distinguish the callers.
  const token = (claims: Record<string, unknown>) => issuer.sign({ activities: '1001 1002', ...claims });
  const viewer = { scope: 'self:read content:read', phone_number_verified: true };
  credentials = [
    { name: 'viewer', key: await token({ ...viewer, phone_number: viewers[0] }), hidden: new RegExp(viewers[1]) },
    { name: 'another viewer', key: await token({ ...viewer, phone_number: viewers[1] }), hidden: new RegExp(viewers[0]) },
    { name: 'no attendee', key: await token({ scope: viewer.scope }), hidden: /attendee:|100007/ },
    { name: 'no scope', key: await token({ scope: '' }), hidden: /attendee:|100007|ticketItem:/ },
    {
      name: 'a token of one activity',
      key: await token({ ...viewer, phone_number: viewers[0], activities: '1002' }),
      hidden: /:1001:|"1001"/,
    },
    { name: 'first', key: tenants.first, hidden: /:1002:|"1002"|100007/ },
    { name: 'second', key: tenants.second, hidden: /:1001:|"1001"/ },
  ];
  const sandbox = closedAfterwards(await startSandbox({ today: sandboxDay }));
  const settings = {
    EVENT_SERVICE_NOT_FOUND_PATTERN: sandboxNotFoundPattern,
    EVENT_SERVICE_PUBLIC_KEY: sandboxKeys.publicKey,
    EVENT_SERVICE_PRIVATE_KEY: sandboxKeys.privateKey,
    UPSTREAM_REPORT: 'false',
    LOG_LEVEL: 'error',
    AUTH_API_KEYS: [
      apiKey('first', tenants.first, 'content:read attendees:read @1001'),
      apiKey('second', tenants.second, 'content:read attendees:read attendees:pii @1002'),
    ].join(),
    ...issuer.settings,
    AUTH_JWT_ATTENDEE_CLAIMS: 'mobile=phone_number',
    AUTH_JWT_ACTIVITIES_CLAIM: 'activities',
  };
  program = await programOver(sandbox.url, { ...settings, CACHE_TTL: 'tickets=60,articles=60' });
  // Without a cache, one request at a time: what a caller gets alone.
  alone = await programOver(sandbox.url, { ...settings, CACHE_TTL: 'off' });
});

const record = '{ id name mobile wechat { nickname } points activity { id } }';
const selections = [
  `viewer ${record}`,
  `attendee(by: { id: "700001" }) ${record}`,
  `attendees(first: 2) { nodes ${record} }`,
  'tickets { id name }',
  'articles { items { id title } }',
  `viewer { activity { viewer ${record} tickets { id } } }`,
];
const field = fc
  .tuple(fc.constantFrom('activity', 'activity(id: "1001")', 'activity(id: "1002")', 'activities'), fc.constantFrom(...selections))
  .map(([root, selection]) => `${root} { id ${selection} }`);
const query = fc
  .array(field, { minLength: 1, maxLength: 2 })
  .map((fields) => `{ ${fields.map((text, index) => `a${index}: ${text}`).join(' ')} }`);

async function send(over: ProgramUnderTest, text: string, { key }: Credential) {
  const { data, errors, status } = await over.run(text, {}, { key });
  return { status, data, errors: errors.map(({ path, extensions }) => `${path?.join('.')} ${extensions['code']}`).toSorted() };
}

test('requests that arrive together get what each caller gets alone, with shared executions and caches', async () => {
  const succeeded = new Set<string>();
  const requests = fc.tuple(query, query, fc.array(fc.tuple(fc.nat(6), fc.boolean()), { minLength: 3, maxLength: 8 }));
  await fc.assert(
    fc.asyncProperty(requests, async ([one, other, senders]) => {
      // Few queries and many callers: equal texts meet.
      const sent = senders.map(([index, first]) => ({ text: first ? one : other, caller: credentials[index]! }));
      const together = await Promise.all(sent.map(({ text, caller }) => send(program, text, caller)));
      for (const [index, { text, caller }] of sent.entries()) {
        const response = together[index]!;
        expect({ name: caller.name, response }).toEqual({ name: caller.name, response: await send(alone, text, caller) });
        expect({ name: caller.name, data: JSON.stringify(response.data) }).toEqual({
          name: caller.name,
          data: expect.not.stringMatching(caller.hidden),
        });
        if (response.errors.length === 0) succeeded.add(caller.name);
      }
    }),
    // In the example every caller but one without a scope succeeds.
    {
      numRuns: 15,
      examples: [[['{ activity { id tickets { id name } } }', '{ activity { id } }', credentials.map((_, index) => [index, true])]]],
    },
  );
  // Had nothing been readable or shared, this test would pass whatever is shared.
  expect(succeeded).toEqual(new Set(credentials.map(({ name }) => name).filter((name) => name !== 'no scope')));
  const metrics = await program.metrics();
  for (const reads of ['cache_hits', 'coalesced'])
    expect(metrics).toMatch(new RegExp(`^event_graph_${reads}\\w*_total(\\{[^}]*\\})? [1-9]`, 'm'));
});
