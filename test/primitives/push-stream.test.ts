/* An async iterator over pushed values. */

import fc from 'fast-check';
import { PushStream } from '../../src/primitives/push-stream.js';

const ended = { value: undefined, done: true };

/** A stream that ends when more values wait than it may hold. */
function streamOf(most: number) {
  const onEnd = jest.fn<void, [boolean]>();
  return { stream: new PushStream<number>((waiting) => waiting.length <= most, onEnd), onEnd };
}

test('`return` ends the stream once, a pending `next` included, and later values are ignored', async () => {
  const { stream, onEnd } = streamOf(3);
  const next = stream.next();
  await stream.return();
  await stream.return();
  stream.push(1);
  expect([await next, await stream.next()]).toEqual([ended, ended]);
  expect(onEnd.mock.calls).toEqual([[false]]);
});

test('a consumer receives every value in order until the stream ends, and never more wait than there is room for', async () => {
  const steps = fc.array(fc.constantFrom('next', 'push', 'push'), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      const { stream, onEnd } = streamOf(4);
      const received: Promise<IteratorResult<number>>[] = [];
      let pushed = 0;
      for (const step of given) {
        // One next at a time, as the transports call it.
        if (step === 'next') await Promise.resolve().then(() => received.push(stream.next()));
        else stream.push((pushed += 1));
        expect(stream.waiting.length).toBeLessThanOrEqual(4);
        if (step === 'next' && stream.waiting.length === 0) await stream.return();
      }
      await stream.return();
      const values = (await Promise.all(received)).flatMap((result) => (result.done ? [] : [result.value]));
      expect(values).toEqual(values.map((_, index) => index + 1));
      expect(onEnd).toHaveBeenCalledTimes(1);
    }),
  );
});
