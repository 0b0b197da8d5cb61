import { parse, type OperationDefinitionNode } from 'graphql';
import { pino } from 'pino';
import type { GraphContext } from '../../src/graph/context.js';
import type { OperationCost } from '../../src/graph/cost/operation-cost.js';
import { EventLoopTurn } from '../../src/graph/execution/event-loop-turn.js';
import { createExecute } from '../../src/graph/execution/execute.js';
import { Cancellation } from '../../src/primitives/cancellation.js';
import { createResponseErrors } from '../../src/server/messages/response-errors.js';
import { createCheckBeforeExecution } from '../../src/server/operations/check-before-execution.js';
import { RequestedDocuments } from '../../src/server/operations/documents/requested-documents.js';
import { HeldCancellation } from '../../src/server/operations/held-cancellation.js';
import { startOperationRunner } from '../../src/server/operations/operation-runner.js';
import { createEventRunner } from '../../src/server/subscriptions/event-runner.js';
import { createStartRunner } from '../../src/server/subscriptions/start-runner.js';
import type { Admit, Work } from '../../src/server/work.js';
import { anyone, formatError, settings, toySchema } from './toy-server.js';

const schema = toySchema();
const subscribe = jest.fn();
schema.getSubscriptionType()!.getFields()['ticks']!.subscribe = subscribe;
const planned: OperationCost = {
  depth: 1,
  cost: 1,
  aliases: 0,
  rootFields: 1,
  upstreamCalls: 7,
  contentReads: null,
};
const turn = new EventLoopTurn(() => 0);
const { introspection, maxTokens, maxResponseBytes, requestTimeoutMs } = settings;
const execute = jest.fn(createExecute(schema, { maxResponseBytes, turn }));
const documents = new RequestedDocuments(null, 'allow', () => {});
const options = {
  schema,
  introspection,
  maxTokens,
  requestTimeoutMs,
  maxResponseBytes,
  formatError,
  execute,
  documents,
  checkBeforeExecution: createCheckBeforeExecution({ schema, checkOperation: () => planned, documents }),
  responseErrors: createResponseErrors({ schema, introspection, maxTokens, turn, formatError }),
  trustedDocuments: null,
  log: pino({ level: 'silent' }),
};

const query = (text: string) => ({
  query: text,
  documentId: undefined,
  operationName: undefined,
  variables: undefined,
  extensions: undefined,
});
const work = (document: string) => ({
  requestId: 'r',
  headers: {},
  parameters: query(document),
  context: {
    caller: anyone({}, 'app'),
    activities: { defaultId: null },
    readGeneration: () => 0,
    responseExtensions: () => undefined,
  } as unknown as GraphContext,
});
const subscription = { ...work('subscription { ticks }'), caller: work('').context.caller, signal: new AbortController().signal };

/** Runs a piece of work of each role. */
const runs: Readonly<Record<Work['role'], (admit: Admit) => Promise<unknown>>> = {
  operation: async (admit) => {
    const runner = await startOperationRunner({ ...options, executeAsText: execute, shareResults: true, now: () => 0 });
    const operation = {
      role: 'operation',
      ...work('{ hello }'),
      method: 'POST',
      requestText: 'the body',
      cancellation: new HeldCancellation(),
    } as const;
    await runner.run(operation, () => {});
    execute.mockClear();
    // From the second time on, the query is known: it skips Apollo Server, which another one passes.
    await runner.run({ ...operation, ...work('{ caller }') }, admit);
    return runner.run(operation, admit);
  },
  start: (admit) => createStartRunner(options)({ role: 'start', subscription, ...work('subscription { ticks }') }, admit),
  event: (admit) => {
    const document = parse('subscription { ticks }');
    const checked = { args: { schema, document }, operation: document.definitions[0] as OperationDefinitionNode, planned };
    const event = { role: 'event', subscription, ...work(''), checked, event: { ticks: 1 }, cancellation: new Cancellation() } as const;
    return createEventRunner(options)(event, admit);
  },
};

test.each(Object.entries(runs))('work with the role "%s" is admitted by its planned cost, or it is not executed', async (role, run) => {
  execute.mockClear();
  const admit = jest.fn<void, Parameters<Admit>>(() => {
    throw new Error('not admitted');
  });
  await run(admit).catch((error: unknown) => expect(error).toEqual(new Error('not admitted')));
  expect(admit.mock.calls.map(([cost]) => cost)).toEqual(role === 'operation' ? [planned, planned] : [planned]);
  expect({ executed: execute.mock.calls, subscribed: subscribe.mock.calls }).toEqual({ executed: [], subscribed: [] });
});
