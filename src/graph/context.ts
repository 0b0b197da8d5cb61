/* The context of one operation: what its resolvers share, and what the server learns of it. */

import type { GraphQLFieldResolver } from 'graphql';
import type { Activities } from '../domain/activities.js';
import type { ConvertedBodies } from '../domain/articles/articles.js';
import type { UpstreamUsage } from '../domain/reads/reader.js';
import type { CancelSignal } from '../primitives/cancellation.js';
import type { WaitBudget } from '../primitives/waiting.js';
import type { Caller, NoViewer } from '../records/caller.js';
import type { Audit, AuditedReads } from './audit/audit.js';

/** The objects that the resolvers of one operation share. It lives as long as the operation. */
export interface GraphContext {
  readonly caller: Caller;
  /** The activities of the caller: the only way to an activity and its records. */
  readonly activities: Activities;
  /** The bodies of articles in other formats. All operations share them. */
  readonly convertedBodies: ConvertedBodies;
  /** Returns the address of the QR image of a check-in code. */
  readonly qrCodeUrl: (signCode: string) => string;
  /** The record of what the operation did with personal data. */
  readonly audit: Audit;
  /** The viewers that are null, one for each activity: `extensions.viewer` of the response. */
  readonly noViewers: NoViewer[];
  /** What the operation has used of the service so far: calls, shared and cached reads. */
  readonly usage: UsageCounts;
  /** How long the operation may wait for the store that replicas share; undefined if there is none. */
  readonly storeWait: WaitBudget | undefined;
  /** The generation in which reads begin now: domain/reads/shared-reads.ts. */
  readGeneration(): number;
  /** The reads of the operation so far. */
  reads(): OperationReads;
  /** Records the reads of another operation, whose result is the result of this one too. */
  addReads(reads: OperationReads): void;
  /** Returns the `extensions` of the response; undefined for none. Called when the operation is complete. */
  responseExtensions(): Record<string, unknown> | undefined;
}

/** The resolver of a field that no class declares. */
export type Resolve = GraphQLFieldResolver<unknown, GraphContext, Readonly<Record<string, unknown>>>;

/** The operation's use of the service so far. */
export type UsageCounts = Readonly<Pick<UpstreamUsage, 'startedCalls' | 'attempts' | 'coalesced' | 'cached' | 'stale' | 'freshUntil'>>;

/** The reads of an operation: of the service and its cache, of people for the audit, and of viewers that are null. */
export interface OperationReads {
  readonly usage: UsageCounts;
  readonly audited: AuditedReads;
  readonly noViewers: readonly NoViewer[];
}

/** Creates the context of one operation. The signal aborts when the client disconnects or `REQUEST_TIMEOUT_MS` has passed. */
export type CreateGraphContext = (operation: { readonly caller: Caller; readonly signal: CancelSignal }) => GraphContext;
