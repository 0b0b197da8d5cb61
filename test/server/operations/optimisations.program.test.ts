/* SHARE_RESULTS and JSON_SCAN: over HTTP the program responds the same with each optimisation switched off. */

import { createHash } from 'node:crypto';
import { sandboxKeys, startSandbox } from '../../../src/sandbox/sandbox.js';
import { SharedResults } from '../../../src/server/operations/shared-results.js';
import { ScannedRecord } from '../../../src/service/json/scanned-record.js';
import { closedAfterwards } from '../../support/afterwards.js';
import { sandboxDay } from '../../support/counted-sandbox.js';
import { everyScopeKey, programOver, type ProgramUnderTest } from '../../support/program.js';
import { post } from '../toy-server.js';

const allOn = { SHARE_RESULTS: 'true', JSON_SCAN: 'true' };
const oneOff = [{ SHARE_RESULTS: 'false' }, { JSON_SCAN: 'false' }].map((off) => ({ ...allOn, ...off }));
const contentKey = 'key-of-content-only';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const hits: string[] = [];
const shared = jest.spyOn(SharedResults.prototype, 'run');
const scanned = jest.spyOn(ScannedRecord.prototype, 'get');
/** With every optimisation. */
let optimised: ProgramUnderTest;
/** Each without one optimisation: the sharing of results, the scanner. */
let unoptimised: readonly ProgramUnderTest[];

beforeAll(async () => {
  const onRequest = ({ path }: { readonly path: string }) => void hits.push(path);
  const sandbox = closedAfterwards(await startSandbox({ today: sandboxDay, onRequest }));
  const over = (settings: Record<string, string>) =>
    programOver(sandbox.url, {
      EVENT_SERVICE_PUBLIC_KEY: sandboxKeys.publicKey,
      EVENT_SERVICE_PRIVATE_KEY: sandboxKeys.privateKey,
      AUTH_API_KEYS: `app:${sha256(everyScopeKey)}:content:read attendees:read attendees:pii,kiosk:${sha256(contentKey)}:content:read`,
      INTROSPECTION: 'true',
      UPSTREAM_REPORT: 'false',
      ...settings,
    });
  optimised = await over(allOn);
  unoptimised = await Promise.all(oneOff.map(over));
});

interface Request {
  readonly query: string;
  readonly variables?: object;
}

/** Sends a request three times, so that the query is known and shared. Returns the responses, and what else must be the same. */
async function observed(program: ProgramUnderTest, request: Request, key: string) {
  hits.length = 0;
  for (const spy of [shared, scanned]) spy.mockClear();
  const logged = program.logs().length;
  const responses = [];
  for (let count = 0; count < 3; count += 1) {
    const { status, text } = await post(program, request, { 'x-api-key': key, accept: 'application/graphql-response+json' });
    responses.push({ status, text });
  }
  const lines = program.logs().slice(logged).trim().split('\n');
  const audit = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => line['audit'] === true)
    .map(({ time: _time, requestId: _requestId, ...line }) => line);
  const used = {
    sharing: shared.mock.calls.length > 0,
    scanner: scanned.mock.calls.length > 0,
  };
  return { same: { responses, calls: hits.toSorted(), audit }, used };
}

const list = '{ activity { attendees(first: 70) { totalCount nodes { id name mobile review { state } } pageInfo { hasNextPage } } } }';
const attendee = (number: number) => `attendee:1001:${700_000 + number}`;

test.each<[string, Request, string?]>([
  ['a list', { query: list }],
  ['a list whose fields the caller may not read', { query: list }, contentKey],
  ['content', { query: '{ activity { tickets { id name unitPrice soldOut } articles { items { id title content } } } }' }, contentKey],
  [
    'references',
    {
      query: 'query ($of: [_Any!]!) { _entities(representations: $of) { __typename ... on Attendee { id name } } }',
      variables: { of: [1, 2, 99_999].map((number) => ({ __typename: 'Attendee', id: attendee(number) })) },
    },
  ],
  ['one attendee', { query: 'query ($id: ID!) { attendee(by: { id: $id }) { id name mobile } }', variables: { id: attendee(1) } }],
  ['a read that the service rejects', { query: '{ attendee(by: { mobile: "10000000000" }) { id } }' }],
  ['introspection', { query: '{ __schema { queryType { name fields { name args { name } } } } __type(name: "Activity") { name } }' }],
  ['an error of a variable', { query: 'query ($id: ID!) { attendee(by: { id: $id }) { id } }', variables: {} }],
  ['an error of validation', { query: '{ activity { nothing } }' }],
  ['an operation beyond a limit', { query: `{ ${Array.from({ length: 31 }, (_, index) => `a${index}: __typename`).join(' ')} }` }],
])('%s is the same without each optimisation, in responses, calls and audit', async (_what, request, key = everyScopeKey) => {
  const { same } = await observed(optimised, request, key);
  for (const program of unoptimised) expect((await observed(program, request, key)).same).toEqual(same);
});

test('SHARE_RESULTS and JSON_SCAN each switch off one optimisation', async () => {
  const request = { query: list };
  const { used } = await observed(optimised, request, everyScopeKey);
  const usedWithout = [];
  for (const program of unoptimised) usedWithout.push((await observed(program, request, everyScopeKey)).used);
  const all = { sharing: true, scanner: true };
  const without = (part: keyof typeof all) => ({ ...all, [part]: false });
  expect([used, ...usedWithout]).toEqual([all, without('sharing'), without('scanner')]);
});

test('with SHARE_RESULTS=false, a stored response is not reused either', async () => {
  const [withoutSharing] = unoptimised;
  const stored = jest.spyOn(SharedResults.prototype, 'findStoredResponse');
  for (const program of [optimised, withoutSharing!]) {
    stored.mockClear();
    await observed(program, { query: '{ __typename }' }, contentKey);
    expect(stored.mock.calls.length > 0).toBe(program === optimised);
  }
});
