import type { IncomingMessage } from 'node:http';
import { hostOf, pathAndQueryOf } from '../../../src/server/http/request.js';

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
