/* The caller of the library: its scopes, and the attendee that it is. */

import { graphql } from 'graphql';
import { callerOf, createEventGraph } from '../../src/program/library.js';
import { closedAfterwards } from '../support/afterwards.js';

const scopes = ['self:read'] as const;

test('the first value that is not blank names the attendee, in normal form', () => {
  const { attendee } = callerOf({ name: 'app', scopes, attendee: { id: ' ', mobile: '+86 138-0013-8000', email: 'a@example.com' } });
  expect(attendee).toEqual({ kind: 'mobile', value: '13800138000', mobile: '13800138000' });
});

test('a number counts as its digits, and blank values name no attendee', () => {
  expect(callerOf({ name: 'app', scopes, attendee: { id: 700_001 } }).attendee).toEqual({ kind: 'id', value: '700001', mobile: null });
  expect(callerOf({ name: 'app', scopes, attendee: { email: '' } }).attendee).toBeUndefined();
});

test('a caller of the graph is accepted, and remains the same attendee', () => {
  const caller = callerOf({ name: 'app', scopes, attendee: { email: 'a@example.com', mobile: '13800138000' } });
  expect(caller.attendee).toEqual({ kind: 'mobile', value: '13800138000', mobile: '13800138000' });
  const byId = { ...caller, attendee: { kind: 'id', value: '700001', mobile: '13800138000' } as const };
  expect(callerOf(byId).attendee).toEqual(byId.attendee);
});

test("a scope that is withdrawn from, or granted to, a caller's Set decides in the next operation, and in none before", async () => {
  const options = { url: 'http://127.0.0.1:9', publicKey: 'p', privateKey: 'k', activityIds: [1001], service: { retries: 0 } };
  const graph = closedAfterwards(await createEventGraph(options));
  const granted = new Set(['attendees:read']);
  const contextOf = () => graph.createContext({ caller: { name: 'app', scopes: granted }, signal: null });
  const codeIn = async (contextValue: object) => {
    const { errors } = await graphql({ schema: graph.schema, source: '{ activity { attendees { totalCount } } }', contextValue });
    return errors![0]!.extensions['code'];
  };
  const before = contextOf();
  expect(await codeIn(before)).toBe('UPSTREAM_UNAVAILABLE');
  granted.delete('attendees:read');
  expect(await codeIn(contextOf())).toBe('FORBIDDEN');
  expect(await codeIn(before)).toBe('UPSTREAM_UNAVAILABLE');
  granted.add('attendees:read');
  expect(await codeIn(contextOf())).toBe('UPSTREAM_UNAVAILABLE');
});
