import type { ActivityId } from '../../../src/records/ids.js';
import { boundEndpoints } from '../../../src/service/bound/bound-endpoint.js';
import type { BoundInput } from '../../../src/service/bound/encode-input.js';
import { decodeEnvelope } from '../../../src/service/envelope.js';
import { JsonBody } from '../../../src/service/json/json.js';
import { bound } from '../../support/bound.js';

/** The endpoint of one operation of a file. */
function endpointOf(operation: Record<string, unknown>) {
  const endpoints = boundEndpoints(bound({ operations: { example: { path: '/api/x', ...operation } } }));
  return endpoints.get('example')!;
}
const read = { on: 'Activity', method: 'GET' };
const write = { on: 'Mutation', method: 'POST' };

/** The reply that an endpoint decodes from an envelope. */
const replyOf = (operation: Record<string, unknown>, envelope: object) =>
  endpointOf(operation).decode(decodeEnvelope('/api/x', new JsonBody(Buffer.from(JSON.stringify(envelope)))), 1001 as ActivityId, {});

test('an endpoint has the method, path and authentication of its operation, and a name that no documented one has', () => {
  expect(endpointOf({ ...read, auth: 'none' })).toMatchObject({
    name: 'operations:example',
    section: '4.12',
    method: 'GET',
    path: '/api/x',
    auth: 'none',
  });
});

test('a reply is cached for the time that the file states, and not without one', () => {
  expect(endpointOf({ ...read, ttl: 30, personal: false }).cachedAs).toEqual({ ttlSeconds: 30 });
  expect(endpointOf(read)).not.toHaveProperty('cachedAs');
});

test('only an operation that the file calls repeatable may be sent again', () => {
  expect(endpointOf({ ...write, repeatable: true }).repeatableBy).toBe('transport');
  expect(endpointOf(write).repeatableBy).toBe('caller');
});

test('every string of the arguments and of the constants is a secret, because any may be a credential', () => {
  const parameters = { token: { type: 'String' }, ids: { type: '[ID!]' }, count: { type: 'Int' }, key: { value: 'constant-key' } };
  const input: BoundInput = { token: 'caller-token', ids: ['1', '2'], count: 3 };
  const secrets = endpointOf({ ...read, parameters }).secrets!(input);
  expect(secrets.map((secret) => secret.reveal())).toEqual(['constant-key', 'caller-token', '1', '2']);
});

test('the result is the value at the path of the operation', () => {
  expect(replyOf({ ...read, result: '[String!]', data: 'data.names' }, { code: 1, data: { names: ['a', 'b'] } }).result).toEqual([
    'a',
    'b',
  ]);
});

test('the result of an operation that returns a Boolean is its success', () => {
  expect(replyOf({ ...write, result: 'Boolean' }, { code: 1 }).result).toBe(true);
});

test('a result that is missing or broken is an error when it is read, so that the write itself counts as done', () => {
  const missing = replyOf({ ...write, result: 'Int' }, { code: 1 });
  expect(() => missing.result).toThrow('expected a value at $.data');
  const broken = replyOf({ ...write, result: 'Int' }, { code: 1, data: 'many' });
  expect(() => broken.result).toThrow('$.data');
});
