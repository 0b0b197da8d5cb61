/* The runners of what callers send: operations over HTTP, and subscriptions. Both have the same limits, wrappers and documents. */

import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { CreateGraphContext } from '../graph/context.js';
import type { CheckOperation } from '../graph/cost/operation-limits.js';
import { EventLoopTurn } from '../graph/execution/event-loop-turn.js';
import { createExecute, createExecuteAsText } from '../graph/execution/execute.js';
import type { BucketStore } from '../model/bucket-store.js';
import { createResponseErrors, type FormatError } from './messages/response-errors.js';
import { createCheckBeforeExecution } from './operations/check-before-execution.js';
import { RequestedDocuments, type TrustedDocumentsMode } from './operations/documents/requested-documents.js';
import { createSelectsSubscription } from './operations/documents/selects-subscription.js';
import type { TrustedDocuments } from './operations/documents/trusted-documents.js';
import { CallerBuckets } from './operations/limits/rate-limit.js';
import { startOperationRunner } from './operations/operation-runner.js';
import type { Operation } from './operations/operation.js';
import { createWrappers } from './runner-wrappers.js';
import type { ServerSettings } from './server-settings.js';
import { createStartSubscription } from './subscriptions/subscriptions.js';
import type { AuditSink } from './telemetry/audit/audit-log.js';
import { WorkAudit } from './telemetry/audit/work-audit.js';
import type { NameForLog } from './telemetry/log/operation-name.js';
import { createUntrustedLog } from './telemetry/log/untrusted-log.js';
import type { Metrics } from './telemetry/metrics/metrics.js';
import type { Traces } from './telemetry/traces/traces.js';

export interface RunnerOptions {
  readonly schema: GraphQLSchema;
  readonly createContext: CreateGraphContext;
  readonly formatError: FormatError;
  readonly checkOperation: CheckOperation;
  readonly metrics: Metrics;
  readonly settings: ServerSettings;
  readonly log: Logger;
  /** Omitted: no spans are recorded. */
  readonly traces?: Traces | null;
  /** The documents that callers may name by id; null if there are none. */
  readonly trustedDocuments?: TrustedDocuments | null;
  /** The treatment of other documents. Omitted: they are allowed. */
  readonly trustedDocumentsMode?: TrustedDocumentsMode;
  /** The buckets of RATE_LIMIT that several processes share; null if each process has its own. */
  readonly bucketStore?: BucketStore | null;
}

export type StartedRunners = Awaited<ReturnType<typeof startRunners>>;

/** Starts the runners. `stop` ends them when their work has ended or is abandoned. */
export async function startRunners(options: RunnerOptions, audit: AuditSink, nameForLog: NameForLog) {
  const { schema, createContext, formatError, checkOperation, metrics, settings, log, traces = null } = options;
  const { trustedDocuments = null, trustedDocumentsMode = 'allow', bucketStore } = options;
  const { introspection, maxTokens, maxResponseBytes, requestTimeoutMs, shareResults, rateLimit } = settings;
  const now = () => performance.now();
  const turn = new EventLoopTurn(now);
  const execution = { maxResponseBytes, turn };
  const documents = new RequestedDocuments(trustedDocuments, trustedDocumentsMode, createUntrustedLog(log, nameForLog));
  const checkBeforeExecution = createCheckBeforeExecution({ schema, checkOperation, documents });
  const responseErrors = createResponseErrors({ schema, introspection, maxTokens, turn, formatError });
  const parts = { schema, introspection, maxTokens, documents, checkBeforeExecution, responseErrors };

  const buckets = rateLimit === null ? null : new CallerBuckets(rateLimit, now, bucketStore);
  const workAudit = new WorkAudit(audit, nameForLog);
  const { wrap, wrapStored } = createWrappers({ traces, metrics, buckets, workAudit, nameForLog });

  const executeAsText = createExecuteAsText(schema, execution);
  const operations = await startOperationRunner({ ...parts, executeAsText, trustedDocuments, formatError, log, shareResults, now });
  const execute = createExecute(schema, execution);
  return {
    run: wrap((operation: Operation, admit) => operations.run(operation, admit)),
    findStoredResponse: wrapStored((caller, method, requestText) => operations.findStoredResponse(caller, method, requestText)),
    selectsSubscription: createSelectsSubscription(documents, maxTokens),
    startSubscription: createStartSubscription({ ...parts, execute, createContext, wrap, requestTimeoutMs }),
    responseErrors,
    stop: async () => {
      await operations.stop();
      workAudit.abandonWork();
    },
  };
}
