import { LatestValueStream } from '../../../src/domain/stock/latest-value-stream.js';

test('a pending `next` receives the next value that is pushed', async () => {
  const stream = new LatestValueStream<number>(() => {});
  const next = stream.next();
  stream.push(1);
  expect(await next).toEqual({ value: 1, done: false });
});

test('of several values pushed before `next`, only the newest is received', async () => {
  const stream = new LatestValueStream<number>(() => {});
  for (const value of [1, 2, 3]) stream.push(value);
  expect(await stream.next()).toEqual({ value: 3, done: false });
  const next = stream.next();
  stream.push(4);
  expect(await next).toEqual({ value: 4, done: false });
});

test('`return` ends the stream once, a pending `next` included, and later values are ignored', async () => {
  const onEnd = jest.fn();
  const stream = new LatestValueStream<number>(onEnd);
  const next = stream.next();
  await stream.return();
  await stream.return();
  stream.push(1);
  expect([await next, await stream.next()]).toEqual([
    { value: undefined, done: true },
    { value: undefined, done: true },
  ]);
  expect(onEnd).toHaveBeenCalledTimes(1);
});
