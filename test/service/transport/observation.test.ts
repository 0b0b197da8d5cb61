/* What attempts show: outcomes, and spans. */

import { AsyncLocalStorage } from 'node:async_hooks';
import type { SpanTracer } from '../../../src/primitives/span.js';
import { attemptOutcomeOf } from '../../../src/records/attempt-outcome.js';
import * as errors from '../../../src/records/errors.js';
import { createRestClient } from '../../../src/rest.js';
import { closedAfterwards } from '../../support/afterwards.js';
import { fakeService } from '../../support/fake-service.js';

/** Errors that no attempt fails with: a reply with code 0, and what the caller of a write learns of a lost reply. */
const ofNoAttempt = new Set<unknown>([errors.UpstreamRejectedError, errors.OutcomeUnknownError]);
const classes = Object.values(errors).filter((each) => typeof each === 'function');
const ofUpstream = classes.filter(({ prototype }) => prototype instanceof errors.UpstreamError);
const ofAttempts = [...ofUpstream, errors.WritePermitLostError, errors.StateUnavailableError].filter((each) => !ofNoAttempt.has(each));

test.each(ofAttempts.map((each) => [each.name, each] as const))(
  'an attempt that fails with %s has an outcome in the metrics',
  (_name, each) => {
    expect(attemptOutcomeOf(Object.create(each.prototype as object))).not.toBe('defect');
  },
);

const path = '/api/ticket/data';
test('an error that no attempt can fail with is a defect', () => {
  expect(attemptOutcomeOf(new TypeError('x'))).toBe('defect');
});

const keys = { publicKey: 'public', privateKey: 'private' };
/** A REST client over a service that knows tickets only. */
async function clientWith(tracer: SpanTracer) {
  const service = await fakeService({ [path]: { code: 1, data: [] } });
  const client = closedAfterwards(await createRestClient({ url: service.url, ...keys, tracer }));
  return { client, hits: service.hits };
}

test("spans of a library's tracer start in the asynchronous context of the caller, so that they join its trace", async () => {
  const active = new AsyncLocalStorage<string>();
  const spans: { name: string; parent: string | undefined; ended: boolean }[] = [];
  const tracer: SpanTracer = {
    startSpan(name) {
      const span = { name, parent: active.getStore(), ended: false };
      spans.push(span);
      return { setAttributes: () => {}, setStatus: () => {}, end: () => (span.ended = true) };
    },
  };
  const { client } = await clientWith(tracer);
  await active.run('one', () => client.listTickets(1001));
  await Promise.all(['two', 'three'].map((parent) => active.run(parent, () => client.listTickets(1001))));
  expect(spans).toEqual(['one', 'two', 'three'].map((parent) => ({ name: `POST ${path}`, parent, ended: true })));
});

const throwing = () => {
  throw new Error('defect of the tracer');
};
const brokenTracers: [throwingMembers: string, tracer: SpanTracer][] = [
  ['startSpan', { startSpan: throwing }],
  ['setAttributes, setStatus and end', { startSpan: () => ({ setAttributes: throwing, setStatus: throwing, end: throwing }) }],
];

test.each(brokenTracers)('a tracer that throws in %s costs no call', async (_members, tracer) => {
  const { client, hits } = await clientWith(tracer);
  expect(await client.listTickets(1001)).toEqual([]);
  await expect(client.listGoods(1001, {})).rejects.toMatchObject({ code: 'UPSTREAM_REJECTED' });
  expect(hits).toHaveLength(2);
});

test('an option that is not a tracer is refused', async () => {
  const options = { url: 'http://127.0.0.1:9', ...keys, tracer: {} as SpanTracer };
  await expect(createRestClient(options)).rejects.toMatchObject({ problems: [{ setting: 'tracer' }] });
});
