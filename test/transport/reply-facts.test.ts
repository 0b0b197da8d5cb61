import { replyFacts } from '../../src/transport/reply-facts.js';

test.each<[header: string | string[] | undefined, contentType: string | null]>([
  ['text/html; charset=utf-8', 'text/html'],
  ['application/problem+json', 'application/problem+json'],
  ['not a media type', null],
  [['text/html', 'text/plain'], null],
  [undefined, null],
])('the media type of a reply with Content-Type %j is %j, without parameters', (header, contentType) => {
  expect(replyFacts({ status: 502, headers: { 'content-type': header } })).toEqual({ status: 502, contentType });
});
