/* One event of each subscription for callers with each kind of rights: exactly what the access rows state is readable. */

import { subscribe, type ExecutionResult } from 'graphql';
import { CheckInFeeds } from '../../../src/domain/check-in-events/check-in-feeds.js';
import { createErrorFormat } from '../../../src/graph/errors/error-format.js';
import { accessTable } from '../../../src/graph/types/access-table.js';
import type { Caller } from '../../../src/records/caller.js';
import type { ActivityId } from '../../../src/records/ids.js';
import { startSandbox } from '../../../src/sandbox/sandbox.js';
import { LocalChannels } from '../../../src/storage/memory/local-channels.js';
import { closedAfterwards } from '../../support/afterwards.js';
import { sandboxDay } from '../../support/counted-sandbox.js';
import { graphOver, type GraphUnderTest } from '../../support/graph.js';
import { schemaWith, validated } from '../../support/schemas.js';
import { all, callers } from './callers.js';
import { expectedFor, fieldsReached } from './expected-rights.js';
import { subscriptions, textOf, type Selection } from './paths.js';

const options = { maxPageSize: 100, authDirectives: true, relayNode: true };
const schema = schemaWith(options);
const tried = subscriptions(schema);
const feeds = new CheckInFeeds({ channels: new LocalChannels(), attendeeAt: ['participant'], newId: () => 'event', now: () => sandboxDay });
const format = createErrorFormat({
  newErrorId: () => 'test',
  report: ({ error }) => {
    throw error;
  },
});
const everything = new Map<Selection, Record<string, unknown>>();
let graph: GraphUnderTest;

beforeAll(async () => {
  const sandbox = closedAfterwards(await startSandbox({ today: sandboxDay }));
  graph = await graphOver(sandbox.url, { schema: options, env: { CACHE_TTL: 'off' }, checkInFeeds: feeds });
  for (const selection of tried) {
    const { data, errors } = await firstEvent(selection, all);
    if (data === null || errors.length > 0) throw new Error(errors.join(', '));
    everything.set(selection, data);
  }
});

/** The first event, or the errors of a subscription that is denied. */
async function firstEvent(selection: Selection, caller: Caller) {
  const { document } = validated(schema, textOf(selection, 'subscription').replace('{ __typename', '{'));
  const feed = await subscribe({ schema, document: document!, contextValue: graph.context([...caller.scopes], undefined, caller) });
  if (!(Symbol.asyncIterator in feed)) return plain(feed);
  const next = feed.next();
  feeds.publish(1001 as ActivityId, { participant: 700001 });
  const { value } = await next;
  await feed.return(undefined);
  return plain(value as ExecutionResult);
}

function plain({ data, errors = [] }: ExecutionResult) {
  const denials = errors.map((error) => {
    const { path: at = [], extensions } = format(error, 'test');
    return `${at.filter((key) => typeof key === 'string').join('.')} ${extensions?.['code']} ${extensions?.['requiredScopes']}`;
  });
  return { data: JSON.parse(JSON.stringify(data ?? null)) as Record<string, unknown> | null, errors: [...new Set(denials)].toSorted() };
}

test('the subscriptions reach every field of `Subscription` and `CheckInEvent`', () => {
  const reached = new Set(tried.flatMap((selection) => fieldsReached(selection, everything.get(selection))));
  const rows = ['Subscription', 'CheckInEvent'].flatMap((type) =>
    Object.keys(accessTable.get(type)!.fields).map((name) => `${type}.${name}`),
  );
  expect(rows.filter((row) => !reached.has(row))).toEqual([]);
});

test.each(callers)('with %s an event has the fields that the access rows open; other subscriptions are denied', async (_name, caller) => {
  for (const selection of tried) {
    const text = textOf(selection, 'subscription');
    const expected = expectedFor(selection, everything.get(selection)!, caller);
    const { data, errors } = await firstEvent(selection, caller);
    expect({ text, errors }).toEqual({ text, errors: expected.errors });
    expect({ text, data }).toEqual({ text, data: Object.values(expected.data).includes(null) ? null : expected.data });
  }
});
