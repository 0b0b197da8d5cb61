/* How large a JSON value of a reply may be. */

import { ReplyPosition } from '../../src/records/reply.js';

test('a JSON value of more than 100,000 objects and lists is invalid, wherever they are', () => {
  const position = new ReplyPosition('/test').child('data');
  const nested = (count: number) => [Array.from({ length: count - 3 }, (_, index) => (index % 2 === 0 ? {} : [])), { a: 1 }];
  expect(() => position.json(nested(100_000))).not.toThrow();
  expect(() => position.json(nested(100_001))).toThrow('expected at most 100000 objects and lists at $.data');
  expect(() => position.json(Array.from({ length: 200_000 }, () => 1))).not.toThrow();
});
