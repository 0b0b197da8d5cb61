/* The requests of the endpoints: method, path, parameters, and what of them is secret. */

import { readConfig } from '../../src/config/config.js';
import { Secret } from '../../src/primitives/secret.js';
import { connectToService, type ConnectedService } from '../../src/program/connect-to-service.js';
import type { Endpoint } from '../../src/service/endpoints.js';
import { closedAfterwards } from '../support/afterwards.js';
import { fakeService, type FakeService } from '../support/fake-service.js';
import { activityId, sampledEndpoints } from './sampled-endpoints.js';

let fake: FakeService;
let service: ConnectedService;
beforeAll(async () => {
  fake = await fakeService(Object.fromEntries(sampledEndpoints.map(({ endpoint: { path }, reply }) => [path, reply])));
  service = closedAfterwards(
    await connectToService(
      { url: fake.url, publicKey: 'PUB', privateKey: new Secret('PRIV'), activityIds: [activityId] },
      readConfig({}).service,
    ),
  );
});
beforeEach(() => (fake.hits.length = 0));

async function requestOf<Input>(endpoint: Endpoint<Input, unknown>, input: Input) {
  await service.call(endpoint, activityId, input);
  expect(fake.hits).toHaveLength(1);
  const { method, path, query, form, headers } = fake.hits[0]!;
  return { method, path, query, form: { ...form }, headers };
}

const bySection = sampledEndpoints.map(({ endpoint, input, request }) => [endpoint.section, endpoint, input, request] as const);

test.each(bySection)(
  '§%s is requested with exactly its documented method, path, parameters, authentication and kind of body',
  async (_section, endpoint, input, [method, path, query, form]) => {
    const { headers, ...sent } = await requestOf(endpoint, input);
    expect(sent).toEqual({ method, path, query, form });
    const { 'content-type': type, 'service-auth': auth, ...others } = headers;
    expect(Object.keys(others).filter((name) => !['host', 'connection', 'content-length'].includes(name))).toEqual([]);
    const hasForm = endpoint.encode(input, activityId).form !== undefined;
    expect(type).toEqual(hasForm ? expect.stringMatching(/^multipart\/form-data; boundary=[0-9a-f]{32}$/) : undefined);
    if (endpoint.auth === 'none') return expect(auth).toBeUndefined();
    const Signature = expect.stringMatching(/^[0-9a-f]{32}$/);
    expect(JSON.parse(String(auth))).toMatchObject({ UserPublicKey: 'PUB', ActivityId: 1001, Version: 1, Signature });
  },
);

test.each(bySection)(
  'every string that §%s sends is among the secrets of its endpoint, except lists of numbers and the types of devices',
  (_section, endpoint, input, [, , query, form]) => {
    const secrets = new Set(endpoint.secrets(input).map((secret) => secret.reveal()));
    const strings = Object.values({ ...query, ...form }).filter((value) => !/^[\d,]*$/.test(value) && value !== 'ipad');
    expect(strings.filter((value) => !secrets.has(value))).toEqual([]);
  },
);
