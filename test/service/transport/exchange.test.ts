/* The facts of a reply that errors state. */

import { replyFacts } from '../../../src/service/transport/exchange.js';

test.each([
  ['text/html; charset=utf-8', 'text/html'],
  ['application/problem+json', 'application/problem+json'],
  ['not a media type', null],
  [['text/html', 'text/plain'], null],
  [undefined, null],
])('the media type of a reply with Content-Type %j is %j, without parameters', (header, contentType) => {
  expect(replyFacts({ status: 502, headers: { 'content-type': header } })).toEqual({ status: 502, contentType });
});

test.each([
  [302, 'https://sso.example/login?token=SECRET#top', 'https://sso.example/login'],
  [301, '//other.example/a?b', '//other.example/a'],
  [307, 'https://user:SECRET@a.example/', 'https://a.example/'],
  [302, '/13800138000/zoe@a.example/5d1f5d1f5d1f5d1f', '/***/***/***'],
  [302, `/${'x'.repeat(500)}`, `/${'x'.repeat(199)}`],
  [302, '/a\u0007b', undefined],
  [302, ['/a', '/b'], undefined],
  [302, undefined, undefined],
  [200, '/a', undefined],
])('status %i with Location %j leads to %p', (status, location, place) => {
  expect(replyFacts({ status, headers: { location } }).location).toBe(place);
});
