/* What status and headers of a reply mean. */

import { checkStatus, retryAfterMs, replyFacts } from '../../../src/service/transport/exchange.js';

const now = Date.UTC(2026, 3, 1, 8, 0, 0);
const body = Buffer.from('{"code":1}');

test.each<[written: string | string[] | undefined, expected: number | undefined]>([
  ['0', 0],
  ['120', 120_000],
  [' 5 ', 5_000],
  ['Wed, 01 Apr 2026 08:00:30 GMT', 30_000],
  ['Wed, 01 Apr 2026 07:00:00 GMT', 0],
  ['86400', 86_400_000],
  ['999999999', 86_400_000],
  ['Fri, 31 Dec 9999 23:59:59 GMT', 86_400_000],
  ['-1', undefined],
  ['1.5', undefined],
  ['99999999999', undefined],
  ['2026-04-01', undefined],
  ['soon', undefined],
  ['Wed, soon', undefined],
  ['', undefined],
  [['1', '2'], undefined],
  [undefined, undefined],
])('Retry-After %j is %p ms', (written, expected) => {
  expect(retryAfterMs({ status: 429, headers: { 'retry-after': written }, body }, now)).toBe(expected);
});

test.each([
  [429, 'UPSTREAM_RATE_LIMITED'],
  [500, 'UPSTREAM_UNAVAILABLE'],
  [302, 'UPSTREAM_INVALID_RESPONSE'],
])('status %i is a failure whatever the body contains', (status, code) => {
  expect(() => checkStatus('/x', { status, headers: {}, body }, null)).toThrow(expect.objectContaining({ code }));
});

test.each([200, 400, 404])('status %i is none: the code of the envelope decides', (status) => {
  expect(() => checkStatus('/x', { status, headers: {}, body }, null)).not.toThrow();
});

test.each<[header: string | string[] | undefined, contentType: string | null]>([
  ['text/html; charset=utf-8', 'text/html'],
  ['application/problem+json', 'application/problem+json'],
  ['not a media type', null],
  [['text/html', 'text/plain'], null],
  [undefined, null],
])('the media type of a reply with Content-Type %j is %j, without parameters', (header, contentType) => {
  expect(replyFacts({ status: 502, headers: { 'content-type': header } })).toEqual({ status: 502, contentType });
});

test.each<[status: number, location: string | string[] | undefined, place: string | undefined]>([
  [302, 'https://sso.example/login?token=SECRET#top', 'https://sso.example/login'],
  [301, '//other.example/a?b', '//other.example/a'],
  [308, '/v2/api/ticket/data?sign=SECRET', '/v2/api/ticket/data'],
  [307, 'https://user:SECRET@a.example/', 'https://a.example/'],
  [302, `/${'a'.repeat(500)}`, `/${'a'.repeat(199)}`],
  [302, '/a\u0007b', undefined],
  [302, ['/a', '/b'], undefined],
  [302, undefined, undefined],
  [200, '/a', undefined],
])('status %i with Location %j leads to %p', (status, location, place) => {
  expect(replyFacts({ status, headers: { location } }).location).toBe(place);
});
