/* How large a JSON value of a reply may be. */

import { ReplyPosition } from '../../src/records/reply.js';
import { times } from '../support/times.js';

test('a JSON value of more than 100,000 objects and lists is invalid, wherever they are', () => {
  const position = new ReplyPosition('/test').child('data');
  const nested = (count: number) => [times(count - 3, (index) => (index % 2 === 0 ? {} : [])), { a: 1 }];
  expect(() => position.json(nested(100_000))).not.toThrow();
  expect(() => position.json(nested(100_001))).toThrow('expected at most 100000 objects and lists at $.data');
  expect(() => position.json(times(200_000, () => 1))).not.toThrow();
});
