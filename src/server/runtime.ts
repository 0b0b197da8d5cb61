/* What operations and subscriptions run on: their documents, limits, executor and telemetry. */

import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { CreateGraphContext, GraphContext } from '../graph/context.js';
import type { OperationCost } from '../graph/cost/operation-cost.js';
import type { CheckOperation } from '../graph/cost/operation-limits.js';
import { EventLoopTurn } from '../graph/execution/event-loop-turn.js';
import { createExecute, createExecuteAsText } from '../graph/execution/execute.js';
import type { BucketStore } from '../records/bucket-store.js';
import { createResponseErrors, type FormatError } from './messages/response-errors.js';
import { RequestedDocuments, type TrustedDocumentsMode } from './operations/documents/requested-documents.js';
import type { TrustedDocuments } from './operations/documents/trusted-documents.js';
import { CallerBuckets } from './operations/limits/rate-limit.js';
import { refuseInvalidLargeVariables } from './operations/limits/variable-limits.js';
import type { RequestParameters } from './operations/parameters.js';
import { startPrepare, type Prepare, type PreparedOperation } from './operations/prepare.js';
import { SharedResults } from './operations/shared-results.js';
import type { ServerSettings } from './server-settings.js';
import type { AuditSink } from './telemetry/audit/audit-log.js';
import { WorkAudit } from './telemetry/audit/work-audit.js';
import type { NameForLog } from './telemetry/log/operation-name.js';
import { createUntrustedLog } from './telemetry/log/untrusted-log.js';
import type { Metrics } from './telemetry/metrics/metrics.js';
import type { Traces } from './telemetry/traces/traces.js';

export interface RuntimeOptions {
  readonly schema: GraphQLSchema;
  readonly createContext: CreateGraphContext;
  readonly formatError: FormatError;
  readonly checkOperation: CheckOperation;
  readonly metrics: Metrics;
  readonly settings: ServerSettings;
  readonly log: Logger;
  /** Omitted: no spans are recorded. */
  readonly traces?: Traces | null;
  /** Returns the documents that callers may name by id; null if there are none. Omitted: there are none. */
  readonly loadTrustedDocuments?: (prepare: Prepare) => Promise<TrustedDocuments | null>;
  /** The treatment of other documents. Omitted: they are allowed. */
  readonly trustedDocumentsMode?: TrustedDocumentsMode;
  /** The buckets of RATE_LIMIT that several processes share; null if each process has its own. */
  readonly bucketStore?: BucketStore | null;
}

export type Runtime = Awaited<ReturnType<typeof startRuntime>>;

/** Starts what operations run on. `stop` ends it when they have ended or are abandoned. */
export async function startRuntime(options: RuntimeOptions, sink: AuditSink, nameForLog: NameForLog) {
  const { schema, createContext, formatError, checkOperation, metrics, settings, log, traces = null } = options;
  const { loadTrustedDocuments, trustedDocumentsMode = 'allow', bucketStore } = options;
  const { introspection, maxTokens, maxBodyValues, maxResponseBytes, requestTimeoutMs, shareResults, rateLimit } = settings;
  const now = () => performance.now();
  const turn = new EventLoopTurn(now);
  const { prepare, stop } = await startPrepare({ schema, introspection, maxTokens, log });
  const trustedDocuments = (await loadTrustedDocuments?.(prepare)) ?? null;
  const audit = new WorkAudit(sink, nameForLog);
  return {
    schema,
    documents: new RequestedDocuments(trustedDocuments, trustedDocumentsMode, createUntrustedLog(log, nameForLog)),
    /** The status under application/graphql-response+json for a document that is named by an unknown id or hash. */
    unknownDocumentStatus: trustedDocumentsMode === 'require' ? 400 : 200,
    prepare,
    /** Checks the variables and the limits of an operation. @returns its planned cost @throws the error that becomes the response */
    plan: (
      { document, operation }: PreparedOperation,
      variables: RequestParameters['variables'] = {},
      { activities }: GraphContext,
    ): OperationCost => {
      refuseInvalidLargeVariables(schema, operation, variables);
      return checkOperation(document, operation, variables, activities.ids);
    },
    createContext,
    execute: createExecute(schema, { maxResponseBytes, turn }),
    executeAsText: createExecuteAsText(schema, { maxResponseBytes, turn }),
    /** null: each query is executed on its own. */
    shared: shareResults ? new SharedResults(now) : null,
    formatError,
    responseErrors: createResponseErrors({ schema, introspection, maxTokens, turn, formatError }),
    maxBodyValues,
    maxResponseBytes,
    requestTimeoutMs,
    /** Milliseconds of the cache's monotonic clock. */
    now,
    metrics,
    audit,
    traces,
    /** null if RATE_LIMIT is not set. */
    buckets: rateLimit === null ? null : new CallerBuckets(rateLimit, now, bucketStore),
    nameForLog,
    stop: async () => {
      await stop();
      audit.abandonWork();
    },
  };
}
