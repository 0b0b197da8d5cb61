/* What operations and subscriptions run on: authentication, documents, limits, executor and telemetry. */

import { randomBytes } from 'node:crypto';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { CreateGraphContext } from '../graph/context.js';
import type { CreatePlannedOperation } from '../graph/cost/planned-operation.js';
import { EventLoopTurn } from '../graph/execution/event-loop-turn.js';
import { createExecute, createExecuteAsText } from '../graph/execution/execute.js';
import type { BucketStore } from '../records/bucket-store.js';
import type { Authenticate } from './authentication/authentication.js';
import { createResponseErrors, type FormatError } from './messages/safe-errors.js';
import { RequestedDocuments, type TrustedDocuments, type TrustedDocumentsMode } from './operations/documents.js';
import { startPrepare, type Prepare } from './operations/prepare.js';
import { CallerBuckets } from './operations/rate-limit.js';
import { SharedResults } from './operations/shared-results.js';
import type { ServerSettings } from './server-settings.js';
import { createLogAudit, RefusalAudit, WorkAudit, type AuditSink } from './telemetry/audit.js';
import { createNameForLog } from './telemetry/log.js';
import type { Metrics } from './telemetry/metrics.js';
import type { Traces } from './telemetry/traces.js';

export interface RuntimeOptions {
  readonly schema: GraphQLSchema;
  readonly authenticate: Authenticate;
  readonly createContext: CreateGraphContext;
  readonly formatError: FormatError;
  readonly createPlanned: CreatePlannedOperation;
  readonly metrics: Metrics;
  readonly settings: ServerSettings;
  readonly log: Logger;
  /** Receives audit lines. Omitted: they are written to the log. */
  readonly audit?: AuditSink;
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
export async function startRuntime(options: RuntimeOptions) {
  const { schema, authenticate, createContext, formatError, createPlanned, metrics, settings, log, traces = null } = options;
  const { loadTrustedDocuments, trustedDocumentsMode = 'allow', bucketStore } = options;
  const { introspection, maxTokens, maxBodyValues, maxResponseBytes, requestTimeoutMs, rateLimit } = settings;
  const now = () => performance.now();
  const turn = new EventLoopTurn(now);
  const { prepare, stop } = await startPrepare({ schema, createPlanned, introspection, maxTokens, log });
  const trustedDocuments = (await loadTrustedDocuments?.(prepare)) ?? null;
  const nameForLog = createNameForLog(randomBytes(32));
  const auditSink = options.audit ?? createLogAudit(log);
  const audit = new WorkAudit(auditSink, nameForLog, metrics.countRegistration);
  const refusals = new RefusalAudit(auditSink);
  return {
    schema,
    authenticate,
    documents: new RequestedDocuments(trustedDocuments, trustedDocumentsMode, log, nameForLog),
    /** The status under application/graphql-response+json for a document that is named by an unknown id or hash. */
    unknownDocumentStatus: trustedDocumentsMode === 'require' ? 400 : 200,
    prepare,
    createContext,
    execute: createExecute(schema, { maxResponseBytes, turn }),
    executeAsText: createExecuteAsText(schema, { maxResponseBytes, turn }),
    shared: new SharedResults(now),
    formatError,
    responseErrors: createResponseErrors(schema, settings, turn, formatError),
    maxBodyValues,
    maxResponseBytes,
    requestTimeoutMs,
    /** Milliseconds of the cache's monotonic clock. */
    now,
    metrics,
    /** The audit of what operations do with personal data. */
    audit,
    /** The audit of requests without a valid credential. */
    refusals,
    traces,
    /** null if RATE_LIMIT is not set. */
    buckets: rateLimit === null ? null : new CallerBuckets(rateLimit, now, bucketStore),
    nameForLog,
    stop: async () => {
      await stop();
      audit.abandonWork();
      refusals.flush();
    },
  };
}
