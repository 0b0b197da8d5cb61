import { parse, type OperationDefinitionNode } from 'graphql';
import { RateLimitedError } from '../../../src/model/errors.js';
import { Cancellation } from '../../../src/primitives/cancellation.js';
import { maxTimerMs } from '../../../src/primitives/timers.js';
import { createEventRunner, type EventExecution } from '../../../src/server/subscriptions/event-runner.js';
import type { Admit } from '../../../src/server/work.js';

const document = parse('subscription { ticks }');

/** Runs an event of a subscription with this signal. @returns the members of its result, and whether it was executed */
async function run(signal: AbortSignal, admit: Admit): Promise<{ members: readonly string[]; executed: boolean }> {
  let executed = false;
  const runEvent = createEventRunner({
    execute: async () => {
      executed = true;
      return { data: { ticks: 1 } };
    },
    requestTimeoutMs: 1000,
    responseErrors: async () => [],
  });
  const work = {
    role: 'event',
    subscription: { signal },
    checked: { args: { document }, operation: document.definitions[0] as OperationDefinitionNode },
    context: { responseExtensions: () => undefined },
    cancellation: new Cancellation(),
  } as unknown as EventExecution;
  return { members: Object.keys(await runEvent(work, admit)), executed };
}

test('an event is executed once the rate limit admits it', async () => {
  let attempts = 0;
  const admit = () => {
    attempts += 1;
    if (attempts < 3) throw new RateLimitedError(1);
  };
  expect(await run(new AbortController().signal, admit)).toMatchObject({ executed: true });
  expect(attempts).toBe(3);
});

test('an event is neither admitted nor executed after its subscriber has disconnected', async () => {
  let attempts = 0;
  const result = await run(AbortSignal.abort(), () => void (attempts += 1));
  expect({ result, attempts }).toEqual({ result: { members: ['operationType', 'operationName', 'errors'], executed: false }, attempts: 0 });
});

test('an event that waits for the rate limit is not executed if its subscriber disconnects', async () => {
  const disconnected = new AbortController();
  const running = run(disconnected.signal, () => {
    throw new RateLimitedError(60_000);
  });
  disconnected.abort();
  expect(await running).toMatchObject({ executed: false });
});

test('an event waits for the rate limit even if the wait is longer than a timer can be', async () => {
  const disconnected = new AbortController();
  let attempts = 0;
  const running = run(disconnected.signal, () => {
    attempts += 1;
    throw new RateLimitedError(maxTimerMs + 1);
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  disconnected.abort();
  await running;
  expect(attempts).toBe(1);
});
