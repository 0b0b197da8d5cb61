import fc from 'fast-check';
import { BoundedStream } from '../../../src/domain/check-in-events/bounded-stream.js';

interface Item {
  readonly number: number;
  readonly bytes: number;
}
const item = (number: number, bytes = 1): Item => ({ number, bytes });
const streamOf = (items: number, bytes: number) => {
  const onEnd = jest.fn<void, [boolean]>();
  return { stream: new BoundedStream<Item>({ items, bytes }, onEnd), onEnd };
};
const ended = { value: undefined, done: true };

test('values are received in the order in which they were pushed, whether or not the consumer waits', async () => {
  const { stream } = streamOf(10, 10);
  const first = stream.next();
  for (const number of [1, 2, 3]) stream.push(item(number));
  const received = [await first, await stream.next(), await stream.next()];
  expect(received.map(({ value }) => (value as Item).number)).toEqual([1, 2, 3]);
});

test('`waiting` lists the pushed values that no consumer has received, in order', async () => {
  const { stream } = streamOf(10, 10);
  for (const number of [1, 2, 3]) stream.push(item(number));
  await stream.next();
  expect(stream.waiting.map(({ number }) => number)).toEqual([2, 3]);
});

test('one value more than may wait ends the stream, and the waiting values are discarded', async () => {
  const { stream, onEnd } = streamOf(3, 100);
  for (const number of [1, 2, 3]) stream.push(item(number));
  expect(onEnd).not.toHaveBeenCalled();
  stream.push(item(4));
  expect({ next: await stream.next(), waiting: stream.waiting }).toEqual({ next: ended, waiting: [] });
  stream.push(item(5));
  expect(onEnd.mock.calls).toEqual([[true]]);
});

test('more bytes than may wait end the stream, but a single value may be larger', async () => {
  const { stream, onEnd } = streamOf(100, 10);
  stream.push(item(1, 50));
  expect(await stream.next()).toEqual({ value: item(1, 50), done: false });
  stream.push(item(2, 6));
  stream.push(item(3, 4));
  expect(onEnd).not.toHaveBeenCalled();
  stream.push(item(4, 1));
  expect(onEnd.mock.calls).toEqual([[true]]);
});

test('`return` ends the stream once, a pending `next` included', async () => {
  const { stream, onEnd } = streamOf(3, 3);
  const next = stream.next();
  await stream.return();
  await stream.return();
  stream.push(item(1));
  expect([await next, await stream.next()]).toEqual([ended, ended]);
  expect(onEnd.mock.calls).toEqual([[false]]);
});

test('a consumer receives every value in order until the stream ends, and never more wait than the bounds allow', async () => {
  const steps = fc.array(fc.oneof(fc.constant('next' as const), fc.integer({ min: 0, max: 8 })), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      const { stream, onEnd } = streamOf(4, 12);
      const received: Promise<IteratorResult<Item>>[] = [];
      let pushed = 0;
      for (const step of given) {
        // One next at a time, as the transports call it.
        if (step === 'next') await Promise.resolve().then(() => received.push(stream.next()));
        else stream.push(item((pushed += 1), step));
        const bytes = stream.waiting.reduce((sum, value) => sum + value.bytes, 0);
        expect(stream.waiting.length <= 4 && (bytes <= 12 || stream.waiting.length === 1)).toBe(true);
        if (step === 'next' && stream.waiting.length === 0) await stream.return();
      }
      await stream.return();
      const values = (await Promise.all(received)).flatMap((result) => (result.done ? [] : [result.value.number]));
      expect(values).toEqual(values.map((_, index) => index + 1));
      expect(onEnd).toHaveBeenCalledTimes(1);
    }),
  );
});
