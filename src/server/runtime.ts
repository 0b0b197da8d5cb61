/* What operations and subscriptions run on: authentication, documents, limits, executor and telemetry. */

import { randomBytes } from 'node:crypto';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { Config } from '../config/config.js';
import type { CreateGraphContext } from '../graph/context.js';
import { EventLoopTurn } from '../graph/execution/event-loop-turn.js';
import type { BucketStore } from '../primitives/token-bucket.js';
import type { Authenticate } from './authentication/authentication.js';
import { Documents, type TrustedDocument, type TrustedDocumentsMode } from './operations/documents.js';
import { startPrepare, type Prepare, type OperationLimits } from './operations/prepare.js';
import { CallerBuckets } from './operations/rate-limit.js';
import { createFormatErrors, type FormatError } from './operations/request-errors.js';
import { SharedResults } from './operations/shared-results.js';
import { createAsResponse } from './result.js';
import { OperationAudit, RefusalAudit, type AuditSink } from './telemetry/audit.js';
import { createNameForLog } from './telemetry/log.js';
import type { Metrics } from './telemetry/metrics.js';
import type { Traces } from './telemetry/traces.js';

export interface RuntimeOptions {
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
  readonly loadTrustedDocuments: (prepare: Prepare) => Promise<readonly TrustedDocument[]>;
  /** The treatment of other documents. */
  readonly trustedDocumentsMode: TrustedDocumentsMode;
  /** The buckets of RATE_LIMIT that several processes share; null if each process has its own. */
  readonly bucketStore: BucketStore | null;
}

/** The parts that all requests share: to read, prepare, run and record them. */
export type Runtime = Awaited<ReturnType<typeof startRuntime>>;

/** Returns the options, and the parts that are made from them. */
export async function startRuntime(options: RuntimeOptions) {
  const { schema, formatError, metrics, settings, log, trustedDocumentsMode } = options;
  const { introspection, maxTokens, maxResponseBytes, rateLimit } = settings;
  const now = () => performance.now();
  const turn = new EventLoopTurn(now);
  const { prepare, stop } = await startPrepare({ schema, limits: options.limits, introspection, maxTokens });
  const trustedDocuments = await options.loadTrustedDocuments(prepare);
  const nameForLog = createNameForLog(randomBytes(32));
  /** The audit of what operations do with personal data. */
  const audit = new OperationAudit(options.audit, nameForLog, metrics.countRegistration);
  /** The audit of requests without a valid credential. */
  const refusals = new RefusalAudit(options.audit);
  return {
    ...options,
    documents: new Documents(prepare, trustedDocuments, trustedDocumentsMode, log, nameForLog),
    asResponse: createAsResponse(trustedDocumentsMode === 'require' ? 400 : 200),
    /** null if RATE_LIMIT is not set. */
    buckets: rateLimit === null ? null : new CallerBuckets(rateLimit, now, options.bucketStore),
    /** What operations are executed with. */
    execution: { maxResponseBytes, turn },
    shared: new SharedResults(now, maxResponseBytes),
    /** The clock of ContentCache too: `freshUntil` is compared with it. */
    now,
    formatErrors: createFormatErrors(turn, formatError),
    audit,
    refusals,
    nameForLog,
    /** Called when operations have ended or are abandoned. */
    async close() {
      await stop();
      audit.abandon();
      refusals.flush();
    },
  };
}
