/* What requests, subscriptions and pushes depend on, made once: authentication, documents, limits, executor and telemetry. */

import { randomBytes } from 'node:crypto';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { Config } from '../config/config.js';
import type { CreateGraphContext } from '../graph/context.js';
import { EventLoopTurn } from '../graph/execution/event-loop-turn.js';
import type { BucketStore } from '../primitives/token-bucket.js';
import type { Authenticate } from './authentication/authentication.js';
import { Documents, type TrustedDocument, type TrustedDocumentsMode } from './operations/documents.js';
import { createPrepare, type OperationLimits, type Prepare } from './operations/prepare.js';
import { CallerBuckets } from './operations/rate-limit.js';
import type { FormatError } from './operations/request-errors.js';
import { SharedResults } from './operations/shared-results.js';
import { OperationAudit, RefusalAudit, type AuditSink } from './telemetry/audit-lines.js';
import { createNameForLog } from './telemetry/log.js';
import type { Metrics } from './telemetry/metrics.js';
import type { Traces } from './telemetry/traces.js';

export interface ServerDependencyOptions {
  readonly schema: GraphQLSchema;
  readonly authenticate: Authenticate;
  readonly createContext: CreateGraphContext;
  readonly formatError: FormatError;
  readonly limits: OperationLimits;
  readonly metrics: Metrics;
  readonly settings: Config['server'];
  readonly log: Logger;
  /** Receives audit lines. */
  readonly audit: AuditSink;
  /** null if no spans are recorded. */
  readonly traces: Traces | null;
  /** Returns the documents that callers may name by id. */
  readonly loadTrustedDocuments: (prepare: Prepare) => readonly TrustedDocument[];
  /** The treatment of other documents. */
  readonly trustedDocumentsMode: TrustedDocumentsMode;
  /** The buckets of RATE_LIMIT that several processes share; null if each process has its own. */
  readonly bucketStore: BucketStore | null;
}

/** The parts that all requests share. Each function of the server takes those that it needs. */
export type ServerDependencies = ReturnType<typeof createServerDependencies>;

/** Makes the parts from the options. */
export function createServerDependencies(options: ServerDependencyOptions) {
  const { schema, authenticate, createContext, formatError, limits, metrics, settings, log, traces, trustedDocumentsMode } = options;
  const { introspection, maxTokens, maxResponseBytes, rateLimit } = settings;
  const now = () => performance.now();
  const turn = new EventLoopTurn(now);
  const prepare = createPrepare({ schema, limits, introspection, maxTokens });
  const trustedDocuments = options.loadTrustedDocuments(prepare);
  const nameForLog = createNameForLog(randomBytes(32));
  const audit = new OperationAudit(options.audit, nameForLog, metrics.countRegistration);
  const refusals = new RefusalAudit(options.audit);
  const auditRest = () => {
    audit.abandon();
    refusals.flush();
  };
  // For a process that ends without `close`, by a second signal or a defect. It is called before the listeners that flush the lines.
  process.prependListener('exit', auditRest);
  return {
    authenticate,
    createContext,
    formatError,
    metrics,
    settings,
    traces,
    trustedDocumentsMode,
    /** Finds the document of a request, and prepares it. */
    documents: new Documents(prepare, trustedDocuments, trustedDocumentsMode, log, nameForLog),
    /** null if RATE_LIMIT is not set. */
    buckets: rateLimit === null ? null : new CallerBuckets(rateLimit, now, options.bucketStore),
    /** What operations are executed with. */
    execution: { maxResponseBytes, turn },
    sharedResults: new SharedResults(now, maxResponseBytes),
    /** The audit of what operations do with personal data. */
    audit,
    /** The audit of requests without a valid credential. */
    refusals,
    nameForLog,
    /** The clock of ContentCache too: `freshUntil` is compared with it. */
    now,
    /** Called when operations have ended or are abandoned. */
    async close() {
      process.off('exit', auditRest);
      auditRest();
    },
  };
}
