/*
 * The notations of a service that writes strings for numbers and four kinds of nothing, through every way in which the program can write a
 * response. graphql-js is the reference: it executes the schema that the library exports.
 */

import { graphql } from 'graphql';
import { createEventGraph } from '../../../src/index.js';
import { sandboxKeys } from '../../../src/sandbox/sandbox.js';
import { closedAfterwards } from '../../support/afterwards.js';
import { alteredService } from '../../support/altered-service.js';
import { everyScopeKey, programOver } from '../../support/program.js';
import { post } from '../toy-server.js';

type Raw = Record<string, unknown>;
const mapped = (record: Raw, map: (value: unknown, key: string) => unknown): Raw =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, key === 'form_id' ? value : map(value, key)]));
const isId = (key: string) => key === 'id';

/** What a service may send for a record. `id` and `form_id` stay valid. */
const notations: readonly ((record: Raw) => Raw)[] = [
  (record) => record,
  (record) => mapped(record, (value) => (typeof value === 'number' ? String(value) : value)),
  (record) => mapped(record, (value, key) => (typeof value === 'number' && isId(key) ? `0${value}` : value)),
  (record) => mapped(record, (value, key) => (isId(key) ? value : null)),
  (record) => mapped(record, (value, key) => (isId(key) ? value : false)),
  (record) => mapped(record, (value, key) => (isId(key) ? value : '')),
  (record) => mapped(record, (value) => (typeof value === 'string' ? `é漢"\\\n${value}` : value)),
  (record) => mapped(record, (value, key) => (typeof value === 'string' && !isId(key) ? value.length : value)),
  (record) => mapped(record, (value, key) => (isId(key) ? value : { nested: [value] })),
  ({ id, form_id }) => ({ id, form_id }),
];

/** Gives each record of a list the next notation. */
function altered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item, index) => (isRecord(item) ? notations[index % notations.length]!(item) : item));
  return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, altered(member)])) : value;
}
const isRecord = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value);

const queries: readonly { readonly query: string; readonly variables?: Record<string, unknown> }[] = [
  {
    query:
      '{ activity { attendees(first: 100) { nodes { id name mobile email company signCode label registeredAt review { state code } } } } }',
  },
  {
    query: 'query ($of: [_Any!]!) { _entities(representations: $of) { ... on Attendee { __typename id name email } } }',
    variables: { of: Array.from({ length: 100 }, (_, index) => ({ __typename: 'Attendee', id: `attendee:1001:${700_001 + index}` })) },
  },
  { query: '{ activity { articles { items { id parentId title author excerpt source createdAt category { id } } } } }' },
  {
    query:
      '{ activity { categories { id name articleCount } tickets { id name unitPrice totalStock } goods { id name totalStock soldOut } } }',
  },
  {
    query:
      '{ activity { schedule { days { date items { id title subtitle place startsAt guestName live { liveId name url } link { title value } } } } } }',
  },
];

test('whatever notation the service uses, the data is that of graphql-js, the errors are always the same, and the response is JSON', async () => {
  const { url } = await alteredService({ alter: (_path, reply) => void (reply.json = { ...reply.json, data: altered(reply.json.data) }) });
  const settings = { EVENT_SERVICE_PUBLIC_KEY: sandboxKeys.publicKey, EVENT_SERVICE_PRIVATE_KEY: sandboxKeys.privateKey };
  // Without the cache no response is stored, so each request is executed.
  const program = await programOver(url, { ...settings, CACHE_TTL: 'off', UPSTREAM_REPORT: 'false' });
  const graph = closedAfterwards(await createEventGraph({ url, ...sandboxKeys, activityIds: [1001, 1002] }));
  for (const { query, variables = {} } of queries) {
    const contextValue = graph.createContext({ caller: { name: 'me', scopes: graph.scopes } });
    const reference = await graphql({ schema: graph.schema, source: query, variableValues: variables, contextValue });
    const data = JSON.parse(JSON.stringify(reference.data)) as unknown;
    expect(data).toEqual(expect.anything());
    let errors: unknown;
    // As a new document, then by the stored plan.
    for (let count = 0; count < 2; count += 1) {
      const { text } = await post(program, { query, variables }, { 'x-api-key': everyScopeKey });
      const body = JSON.parse(text) as { data: unknown; errors?: unknown };
      errors ??= body.errors;
      expect(body).toEqual({ data, ...(errors !== undefined && { errors }) });
    }
    expect(errors !== undefined).toBe(reference.errors !== undefined);
  }
});
