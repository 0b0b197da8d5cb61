import { countedSandbox, type CountedSandbox } from '../../support/counted-sandbox.js';

/* The memory of what an operation read, through the whole of the pipeline. */

let sandbox: CountedSandbox;
beforeAll(async () => void (sandbox = await countedSandbox()));
afterAll(() => sandbox.close());

const pageOf = (context: ReturnType<CountedSandbox['graph']['context']>) => context.activities.default.attendees.range(0, 100);

test('a page that one operation read is let go of when that is over', async () => {
  const context = sandbox.graph.context();
  const { entries } = await pageOf(context);
  expect(entries[99]!.attendee.name).not.toBe('');
  context.over();
  expect(() => entries[99]!.attendee.name).toThrow('let go of');
});

test('a page that another operation reads too stays', async () => {
  const [first, second] = [sandbox.graph.context(), sandbox.graph.context()];
  sandbox.reset();
  const [, page] = await Promise.all([pageOf(first), pageOf(second)]);
  expect(sandbox.hits).toHaveLength(1);
  first.over();
  expect(page.entries[99]!.attendee.name).not.toBe('');
});
