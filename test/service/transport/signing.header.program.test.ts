/* The name of the header with the signature: Service-Auth (§5), perhaps with a prefix, so a setting and an option name it. */

import { graphql } from 'graphql';
import { createEventGraph, createRestClient } from '../../../src/index.js';
import { fakeService, type FakeService } from '../../support/fake-service.js';
import { programOver, sandboxProgram } from '../../support/program.js';

let service: FakeService;
beforeEach(async () => void (service = await fakeService({ '*': { code: 1, data: [] } })));

const keys = { publicKey: 'p', privateKey: 'k' };
const query = '{ activity { tickets { name } } }';

/** The names of the headers of a request whose value is a signature. */
const signedHeaders = (): string[] =>
  service.hits.flatMap(({ rawHeaders }) =>
    rawHeaders.filter((_name, index) => /^\{"UserPublicKey".*"Signature":"[0-9a-f]{32}"\}$/.test(rawHeaders[index + 1] ?? '')),
  );

test.each([
  [{}, 'Service-Auth'],
  [{ EVENT_SERVICE_AUTH_HEADER: 'Vendor-Auth' }, 'Vendor-Auth'],
  [{ EVENT_SERVICE_AUTH_HEADER: "x!#$%&'*+.^_`|~-" }, "x!#$%&'*+.^_`|~-"],
])('the program with the settings %j sends its signature in the header %s only', async (env, header) => {
  const program = await programOver(service.url, env);
  const { errors } = await program.run(query);
  await program.close();
  expect({ errors, signedHeaders: signedHeaders() }).toEqual({ errors: [], signedHeaders: [header] });
});

test.each([
  [{}, 'Service-Auth'],
  [{ service: { authHeader: 'Vendor-Auth' } }, 'Vendor-Auth'],
])('the libraries with the options %j send their signature in the header %s only', async (options, header) => {
  const client = await createRestClient({ url: service.url, ...keys, ...options });
  await client.listTickets(1001);
  await client.close();
  const graph = await createEventGraph({ url: service.url, ...keys, activityIds: [1001], ...options });
  const contextValue = graph.createContext({ caller: { name: 'me', scopes: ['content:read'] } });
  expect((await graphql({ schema: graph.schema, source: query, contextValue })).errors).toBeUndefined();
  await graph.close();
  expect(signedHeaders()).toEqual([header, header]);
});

test('the sandbox keeps Service-Auth where the setting names another header', async () => {
  const program = await sandboxProgram({ EVENT_SERVICE_AUTH_HEADER: 'Vendor-Auth' });
  expect((await program.run(query)).data.activity.tickets).toContainEqual({ name: expect.any(String) });
});
