/* What is stored of a registration. Its idempotency key is tested in test/domain/at-most-once, its faults in test/faults. */

import { AtMostOnceWrites } from '../../../src/domain/at-most-once/at-most-once-writes.js';
import { ReadGenerations } from '../../../src/domain/read-generations.js';
import { FormFields } from '../../../src/domain/registration/form-fields.js';
import { Registrations } from '../../../src/domain/registration/registrations.js';
import { CoalescedReads } from '../../../src/domain/shared-reads.js';
import { OperationUpstream } from '../../../src/domain/upstream.js';
import { Cancellation } from '../../../src/primitives/cancellation.js';
import { QueryTooComplexError } from '../../../src/records/errors.js';
import type { Call } from '../../../src/service/call.js';
import { addAttendees } from '../../../src/service/endpoints.js';
import { activityId, decoded } from '../../service/sampled-endpoints.js';
import { outcomesInMemory } from '../../support/outcomes.js';
import { attendeesNotRead, upstreamOf } from '../service.js';

const request = { keyOwner: 'app', idempotencyKey: 'idempotency-key-0001' };
const registration = {
  contact: { name: 'Wei', mobile: '10000000002' },
  registrants: [{ name: 'Wei', mobile: '10000000002', fields: [], signCode: null }],
  channel: null,
};

test.each([
  [
    'a reply',
    '/api/participant/add',
    { code: 1, ids: [7], sign_code_arr: ['A7'], order_ids: ['o7'], url: 'done' },
    { outcome: { description: 'done', registrations: [{ serviceId: 7, signCode: 'A7', orderId: 'o7' }] }, userErrors: [] },
  ],
  [
    'a rejection by an endpoint of another path',
    '/api/v2/participant/add',
    { code: 0, msg: 'full' },
    { outcome: null, userErrors: [{ code: 'REJECTED', rule: null, message: 'full', field: null }] },
  ],
])(
  '%s is stored with the names and the fingerprint that stored rows have, and a repeat returns it from there',
  async (_what, path, envelope, stored) => {
    const replaced = jest.replaceProperty(addAttendees, 'path', path);
    const { upstream, calls } = upstreamOf((call) => (call.path === path ? envelope : { code: 1, data: [] }));
    const store = outcomesInMemory();
    const writes = new AtMostOnceWrites({ store, digest: String, now: Date.now });
    const registrations = new Registrations(upstream, activityId, new FormFields(upstream, activityId), attendeesNotRead, writes);
    const first = await registrations.add(registration, request);
    const key = JSON.stringify([request.keyOwner, String(activityId), '/api/participant/add', request.idempotencyKey]);
    expect(await store.read(key)).toMatchObject({
      fingerprint: '1:{"contact":{"mobile":"10000000002","name":"Wei"},"registrants":[{"fields":[],"mobile":"10000000002","name":"Wei"}]}',
      result: stored,
    });
    expect(first).toEqual({ reply: stored.outcome, replayed: false, userErrors: stored.userErrors });
    expect(await registrations.add(registration, request)).toEqual({ ...first, replayed: true });
    expect(calls.filter((call) => call.path === path)).toHaveLength(1);
    replaced.restore();
  },
);

test('a registration whose operation has made its maximum of calls is sent once, by its permit, by a concurrent one with the same key', async () => {
  const paths: string[] = [];
  const call: Call = async (endpoint, _activityId, input, options) => {
    paths.push(options?.permit ? `${endpoint.path} by permit` : endpoint.path);
    const envelope =
      endpoint.path === addAttendees.path ? { code: 1, ids: [7], sign_code_arr: ['A7'], order_ids: ['o7'] } : { code: 1, data: [] };
    return decoded(endpoint, envelope, input);
  };
  const generations = new ReadGenerations();
  const reader = new CoalescedReads(call, generations);
  const writes = new AtMostOnceWrites({ store: outcomesInMemory(), digest: String, now: Date.now });
  const [first, other] = [1, 2].map((maxCalls) => {
    const upstream = new OperationUpstream({ call, reader, generations }, new Cancellation(), maxCalls);
    return new Registrations(upstream, activityId, new FormFields(upstream, activityId), attendeesNotRead, writes).add(
      registration,
      request,
    );
  });
  await expect(first).rejects.toThrow(QueryTooComplexError);
  expect(await other).toMatchObject({ replayed: false, reply: { registrations: [{ serviceId: 7 }] } });
  expect(paths).toEqual(['/api/activity/getFields', '/api/activity/getFields', `${addAttendees.path} by permit`]);
});
