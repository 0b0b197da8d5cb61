import { Cancellation } from '../../../src/primitives/cancellation.js';
import { countedSandbox, type CountedSandbox } from '../../support/counted-sandbox.js';

let sandbox: CountedSandbox;
beforeAll(async () => void (sandbox = await countedSandbox()));

const readPage = (signal: Cancellation) => sandbox.graph.context(undefined, signal).activities.default!.attendees.range(0, 100);

test('the memory of a page is released when the operation that read it ends', async () => {
  const signal = new Cancellation();
  const { entries } = await readPage(signal);
  expect(entries[99]!.attendee.name).not.toBe('');
  signal.end();
  expect(() => entries[99]!.attendee.name).toThrow('released when its operation ended');
});

test('the memory of a page that two operations read is released when both have ended', async () => {
  const [first, second] = [new Cancellation(), new Cancellation()];
  sandbox.reset();
  const [, { entries }] = await Promise.all([readPage(first), readPage(second)]);
  expect(sandbox.hits).toHaveLength(1);
  first.end();
  expect(entries[99]!.attendee.name).not.toBe('');
  second.end();
  expect(() => entries[99]!.attendee.name).toThrow('released when its operation ended');
});
