import type { IncomingMessage } from 'node:http';
import { credentialHeaders, hostOf, pathAndQueryOf } from '../../../src/server/http/request.js';
import { exchange } from '../../support/sockets.js';
import { startToyServer } from '../toy-server.js';

test('headers that may contain a credential are listed with all their values, whatever their case', () => {
  expect(
    credentialHeaders(['X-API-Key', 'a', 'Authorization', 'Bearer b', 'x-api-key', 'c', 'ROUTER-AUTHORIZATION', 'd', 'X-Hook-Secret', 'e']),
  ).toEqual({
    'x-api-key': ['a', 'c'],
    authorization: ['Bearer b'],
    'router-authorization': ['d'],
    'x-hook-secret': ['e'],
  });
});

test('headers that contain no credential are not listed', () => {
  expect(credentialHeaders(['host', 'a', 'cookie', 'b', '__proto__', 'c'])).toEqual({});
});

const hostOfTarget = (url: string) => hostOf({ url, headers: { host: 'header.example' } } as IncomingMessage);

test.each([
  ['/graphql?query=a', '/graphql?query=a', 'header.example'],
  ['//other.example/graphql', '//other.example/graphql', 'header.example'],
  ['http://x.example/graphql?query=a', '/graphql?query=a', 'x.example'],
  ['HTTPS://X.example:8443/graphql', '/graphql', 'X.example:8443'],
  ['http://[::1]:4000/', '/', '[::1]:4000'],
  ['http://x.example', '/', 'x.example'],
  ['http://x.example?a=/b', '/?a=/b', 'x.example'],
  ['http://x.example/http://y.example/', '/http://y.example/', 'x.example'],
  ['http:///graphql', 'http:///graphql', 'header.example'],
  ['ftp://x.example/graphql', 'ftp://x.example/graphql', 'header.example'],
  ['*', '*', 'header.example'],
])('the target %s has the path and query %s and the host %s', (target, pathAndQuery, host) => {
  expect({ pathAndQuery: pathAndQueryOf(target), host: hostOfTarget(target) }).toEqual({ pathAndQuery, host });
});

test('a request whose target is a whole address is served as one for its path', async () => {
  const { url } = await startToyServer();
  const body = JSON.stringify({ query: '{ hello }' });
  const head = `host: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  for (const target of [`${url}/graphql`, 'http://x.example/graphql?a=b']) {
    const response = await exchange(url, `POST ${target} HTTP/1.1\r\n${head}`);
    expect(response).toMatch(/^HTTP\/1\.1 200 /);
    expect(response).toContain('{"data":{"hello":"world"}}');
  }
});
