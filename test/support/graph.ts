/* The graph over a service, without a server: an operation takes the steps of a request, without limits. */

import { readConfig } from '../../src/config/config.js';
import { AtMostOnceWrites } from '../../src/domain/at-most-once/at-most-once-writes.js';
import { EventLoopTurn } from '../../src/graph/execution/event-loop-turn.js';
import { execute } from '../../src/graph/execution/execute.js';
import { createErrorFormat } from '../../src/graph/format-error.js';
import type { SchemaOptions } from '../../src/graph/schema/schema.js';
import type { CancelSignal } from '../../src/primitives/cancellation.js';
import { OpenResources } from '../../src/primitives/open-resources.js';
import { Secret } from '../../src/primitives/secret.js';
import { connectToService } from '../../src/program/connect-to-service.js';
import { createContextFactory } from '../../src/program/context-factory.js';
import { dataScopesOf } from '../../src/program/library.js';
import type { Caller, Scope } from '../../src/records/caller.js';
import type { ActivityId } from '../../src/records/ids.js';
import { noOperationsFile } from '../../src/records/operations-file.js';
import { sandboxKeys } from '../../src/sandbox/sandbox.js';
import { createPrepare } from '../../src/server/operations/prepare.js';
import { errorsOf } from '../../src/server/operations/request-errors.js';
import { jsonOf } from '../../src/server/operations/run.js';
import { createKeyedDigest } from '../../src/storage/seal.js';
import { closedAfterwards } from './afterwards.js';
import { unlimited } from './measured.js';
import { outcomesInMemory } from './outcomes.js';
import { schemaWith } from './schemas.js';

/** A GraphQL response as it leaves the server. */
export interface GraphqlResponse<Data = Record<string, any>> {
  data: Data;
  errors: { message: string; path?: readonly (string | number)[]; extensions: Record<string, any> }[];
  extensions: { upstream?: { calls: number; coalesced: number; cached: number } };
}

export type GraphUnderTest = Awaited<ReturnType<typeof graphOver>>;

/** Creates the graph over a service at an address, without the HTTP server. `env` has settings as environment variables. */
export async function graphOver(
  url: string,
  {
    activityIds = [1001, 1002],
    notFoundPattern = null as RegExp | null,
    env = {} as Record<string, string>,
    schema: extras = {} as Partial<SchemaOptions>,
    operations = noOperationsFile,
  } = {},
) {
  const config = readConfig(env);
  const ids = activityIds as unknown as readonly ActivityId[];
  const address = { url, publicKey: sandboxKeys.publicKey, privateKey: new Secret(sandboxKeys.privateKey), activityIds: ids };
  const service = closedAfterwards(await connectToService(address, config.service));
  const opened = closedAfterwards(new OpenResources());
  const createContext = createContextFactory(
    service,
    new AtMostOnceWrites({ store: outcomesInMemory(), digest: createKeyedDigest(address.privateKey), now: Date.now }),
    {
      account: address,
      storeWaitMs: undefined,
      attendeeRules: { ...config.service, notFoundPattern },
      upstreamReport: true,
      maxUpstreamCalls: config.limits.maxUpstreamCalls,
      operations,
      activityFacts: {},
    },
    opened,
  );
  const schema = schemaWith({ maxPageSize: config.service.maxPageSize, operations, ...extras });
  const defects: unknown[] = [];
  const format = createErrorFormat({ newErrorId: () => 'test', report: ({ error }) => defects.push(error) });
  const contextFor = (scopes?: readonly Scope[], signal: CancelSignal = new AbortController().signal, caller: Partial<Caller> = {}) =>
    createContext({ caller: { name: 'test', scopes: scopes ? new Set(scopes) : dataScopesOf(operations), ...caller }, signal });
  const options = { maxResponseBytes: Infinity, turn: new EventLoopTurn(() => performance.now()) };
  const limits = { ...unlimited, maxPageSize: config.service.maxPageSize, maxIds: config.service.maxIds, activityIds };
  const prepare = createPrepare({ schema, limits, introspection: true, maxTokens: Infinity });
  /** Runs an operation by the steps of the server, without its limits. */
  const executed = async (
    text: string,
    given: Readonly<Record<string, unknown>>,
    context: ReturnType<typeof contextFor>,
    operationName?: string,
  ) => {
    try {
      const prepared = prepare(text, operationName);
      const variables = prepared.coerceVariables(given);
      return await execute({ ...prepared.planWithinLimits(variables), operation: prepared.operation, variables, context }, options);
    } catch (error) {
      return { errors: errorsOf(error) };
    }
  };
  return {
    /** Errors outside the closed list. A test that expects none asserts that this is empty. */
    defects,
    schema,
    context: contextFor,
    close: async () => {
      await opened.close();
      await service.close();
    },
    /** Executes an operation with real HTTP to the service. Errors are formatted as the server sends them. */
    async run(
      query: string,
      variables: Record<string, unknown> = {},
      {
        scopes,
        caller,
        signal,
        operationName,
      }: { scopes?: readonly Scope[]; caller?: Partial<Caller>; signal?: AbortSignal; operationName?: string } = {},
    ) {
      const context = contextFor(scopes, signal, caller);
      const { data = null, errors = [] } = await executed(query, variables, context, operationName);
      const formatted = errors.map((error) => format(error, 'test'));
      return JSON.parse(jsonOf({ data, errors: formatted, extensions: context.responseExtensions() ?? {} }).toString()) as GraphqlResponse;
    },
  };
}
