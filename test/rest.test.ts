/* The REST client. */

import { createRestClient } from '../src/rest.js';
import { sandboxKeys, startSandbox } from '../src/sandbox/sandbox.js';
import { decoded, sampledEndpoints } from './service/sampled-endpoints.js';
import { fakeService } from './support/fake-service.js';

test('the REST client has a method for each endpoint, which returns what the endpoint decodes', async () => {
  const service = await fakeService(Object.fromEntries(sampledEndpoints.map(({ endpoint, reply }) => [endpoint.path, () => reply])));
  const client = await createRestClient({ url: service.url, publicKey: 'public', privateKey: 'private' });
  const methods = client as unknown as Readonly<Record<string, (activityId: number, input: unknown) => Promise<unknown>>>;
  for (const { endpoint, input, reply } of sampledEndpoints) {
    // Inputs have the names of the graph, where a registration is of attendees.
    const { registrants: attendees, ...others } = { ...(input as { registrants?: unknown }) };
    const given = attendees === undefined ? input : { attendees, ...others };
    expect(JSON.stringify(await methods[endpoint.name]!(1001, given))).toBe(JSON.stringify(decoded(endpoint, reply, input)));
  }
  await client.close();
});

test('the REST client iterates over all attendees, whose fields a spread, structuredClone and JSON copy', async () => {
  const sandbox = await startSandbox();
  const client = await createRestClient({ url: sandbox.url, ...sandboxKeys, service: { maxPageSize: 500 } });
  try {
    const attendees = [];
    for await (const attendee of client.attendees(1001)) attendees.push(attendee);
    expect(new Set(attendees.map(({ id }) => id)).size).toBe(1200);
    const [first] = attendees;
    const expected = { id: 'attendee:1001:700001', name: '王伟', review: { state: 'APPROVED' } };
    for (const copy of [{ ...(first as object) }, structuredClone(first!), JSON.parse(JSON.stringify(first)) as object])
      expect(copy).toMatchObject(expected);
    const page = await client.listAttendees(1001, { page: 1, pageSize: 1 });
    const schedule = await client.listSchedule(1001);
    for (const copyOf of [
      <T extends object>(of: T) => ({ ...of }),
      structuredClone,
      (of: object) => JSON.parse(JSON.stringify(of)) as object,
    ]) {
      expect(copyOf(page)).toMatchObject({ total: 1200, items: [expected] });
      expect(copyOf(schedule)).toMatchObject({ totalCount: schedule.totalCount });
    }
  } finally {
    await client.close();
    await sandbox.close();
  }
});

test('a registration needs only what it needs in the graph', async () => {
  const service = await fakeService({ '/api/participant/add': () => ({ code: 1, ids: [7], sign_code_arr: ['A7'] }) });
  const client = await createRestClient({ url: service.url, publicKey: 'public', privateKey: 'private' });
  const ada = { name: 'Ada', mobile: '1' };
  const { registrations } = await client.addAttendees(1001, { contact: ada, attendees: [ada] });
  expect(registrations).toEqual([{ serviceId: 7, signCode: 'A7', orderId: null }]);
  expect(service.hits[0]!.form).toEqual({ name: 'Ada', mobile: '1', 'data[0][name]': 'Ada', 'data[0][mobile]': '1' });
  await client.close();
});

test('an error of the REST client contains the words of the service', async () => {
  const sandbox = await startSandbox();
  const client = await createRestClient({ url: sandbox.url, ...sandboxKeys });
  try {
    await expect(client.getAttendee(1001, { mobile: '10099999999' })).rejects.toThrow(/^The event service rejected the request: \S/);
  } finally {
    await client.close();
    await sandbox.close();
  }
});
