/* Shares the results of equal queries, in progress and afterwards. */

import { LRUCache } from 'lru-cache';
import type { OperationReads, UsageCounts } from '../../graph/context.js';
import type { Caller } from '../../model/caller.js';
import { WorkInProgress } from '../../primitives/work-in-progress.js';
import type { Operation, OperationResult, ResponseData, StoredResponse } from './operation.js';
import { personOf, rightsOf } from './rights.js';
import { SharedData } from './shared-data.js';

/** Longer requests are not compared. Lists of references are long, and seldom equal. */
const maxRequestLength = 4096;
/** Bodies that are stored, with their keys. */
const maxStoredBytes = 16 * 1024 * 1024;
const maxStoredBodies = 1000;

/** Executes an operation, or makes its result from data that another operation has read. */
export interface ResultSource {
  readonly execute: () => Promise<OperationResult>;
  readonly share: (data: ResponseData) => Promise<OperationResult>;
}

/** An execution that other operations may wait for. */
interface RunningExecution {
  readonly operation: Operation;
  readonly shareable: Promise<ShareableResult | null>;
  followers: number;
}
interface ShareableResult {
  readonly data: ResponseData;
  readonly shared: SharedData;
  readonly reads: OperationReads;
}

/** The body of an earlier response, and the reads that it replaces. */
interface StoredBody {
  readonly shared: SharedData;
  readonly operationName: string | null;
  readonly reads: OperationReads;
  readonly usage: UsageCounts;
  /** On the clock that was passed in. */
  readonly usableUntil: number;
  readonly freshUntil: number;
}

/**
 * Executes one query for all equal ones: a crowd may open the same screen at the same moment.
 *
 * - **During the execution.** A query that arrives while an equal one is executed waits for its result. Queries are equal if the
 *   texts of their requests are (document, operation name and variables), and their callers have the same rights. A query that
 *   selects more than content must also come from the same caller.
 * - **Afterwards.** The body of a response that contains only content is sent to later equal queries, until the cache of content
 *   would refresh a part of it in the background (0.75 of the shortest `CACHE_TTL`). A response that needed no read, such as
 *   to a gateway's `{ __typename }`, never changes. Personal data is never stored, nor is a response with `extensions`: they report the
 *   calls of one request.
 * - A result with errors, without data or with a stale part is not shared: each query that waited for it is executed on its own.
 * - Each request has its own credential, time, request id, log and metrics. Limits, rate limit and audit apply to each request too,
 *   except to a stored response, which is sent before them. Its first request has passed the same limits, it makes no call, and nothing in it is audited.
 * - A request with a shared result records the same reads of personal data. It counts the reads of the service as coalesced, or as
 *   cached if the result was stored.
 * - If the client of the executed operation disconnects, the execution continues for those that wait. A request that is cancelled
 *   while it waits, or whose time runs out, stops waiting.
 */
export class SharedResults {
  readonly #inFlight = new WorkInProgress<RunningExecution>();
  readonly #stored = new LRUCache<string, StoredBody>({
    max: maxStoredBodies,
    maxSize: maxStoredBytes,
    sizeCalculation: ({ shared }, key) => 2 * key.length + shared.body.length,
  });

  /** @param now milliseconds of a monotonic clock */
  constructor(private readonly now: () => number) {}

  /** The number of bytes that are stored. */
  get storedBytes(): number {
    return this.#stored.calculatedSize;
  }

  /** Returns the stored response of an equal request. */
  storedResponse(caller: Caller, method: string, requestText: string): StoredResponse | null {
    if (this.#stored.size === 0 || requestText.length > maxRequestLength) return null;
    const key = sharingKey(caller, method, requestText);
    const stored = this.#stored.get(key);
    if (stored === undefined) return null;
    const now = this.now();
    if (now >= stored.usableUntil) {
      this.#stored.delete(key);
      return null;
    }
    const { shared, operationName, reads, usage, freshUntil } = stored;
    const maxAgeSeconds = method === 'GET' ? Math.floor((freshUntil - now) / 1000) : 0;
    return { wrongMethod: false, kind: 'query', operationName, shared, reads, usage, ...(maxAgeSeconds > 0 && { maxAgeSeconds }) };
  }

  /** Executes an operation, or waits for an equal one. */
  async run(operation: Operation, contentOnly: boolean, { execute, share }: ResultSource): Promise<OperationResult> {
    const { requestText, context, method } = operation;
    if (requestText.length > maxRequestLength) return execute();
    const stored = contentOnly ? this.storedResponse(context.caller, method, requestText) : null;
    if (stored !== null) {
      context.addReads(stored.reads);
      return stored;
    }
    const key = contentOnly
      ? sharingKey(context.caller, method, requestText)
      : sharingKey(context.caller, method, requestText, personOf(context.caller));
    const running = this.#inFlight.get(key);
    if (running === undefined || running.operation.cancellation.aborted) return this.#lead(key, operation, contentOnly, execute);
    const shareable = await follow(running, operation);
    if (shareable === null) return execute();
    context.addReads(shareable.reads);
    return withShared(await share(shareable.data), shareable.shared);
  }

  async #lead(key: string, operation: Operation, contentOnly: boolean, execute: () => Promise<OperationResult>): Promise<OperationResult> {
    let end: (shareable: ShareableResult | null) => void = () => {};
    const running: RunningExecution = { operation, shareable: new Promise((resolve) => (end = resolve)), followers: 0 };
    this.#inFlight.set(key, running);
    let shareable: ShareableResult | null = null;
    try {
      const result = await execute();
      if (contentOnly || running.followers > 0) shareable = shareableOf(result, operation);
      const isStored = shareable !== null && contentOnly && this.#store(key, result, shareable);
      return shareable !== null && (isStored || running.followers > 0) ? withShared(result, shareable.shared) : result;
    } finally {
      this.#inFlight.delete(key, running);
      end(shareable);
    }
  }

  /** Stores the body of a response for later requests. @returns whether it was stored */
  #store(key: string, { extensions, operationName = null }: OperationResult, { shared, reads }: ShareableResult): boolean {
    // A report of calls in the extensions belongs to one request, and so does a line of the audit.
    if (extensions !== undefined || reads.audited.fields.length > 0) return false;
    const reusableMs = reads.fromService + reads.fromCache === 0 ? Infinity : reads.reusableMs;
    if (reusableMs <= 0) return false;
    const now = this.now();
    const cachedReads = { ...reads, fromService: 0, fromCache: reads.fromService + reads.fromCache };
    this.#stored.set(key, {
      shared,
      operationName,
      reads: cachedReads,
      usage: { attempts: 0, coalesced: 0, cached: cachedReads.fromCache, stale: [], freshMs: reads.freshMs },
      usableUntil: now + reusableMs,
      freshUntil: now + reads.freshMs,
    });
    return true;
  }
}

/**
 * The key that equal requests have in common. It contains the HTTP method: a query string is not a body, even if a request sends it as one.
 * @param person the caller, if only requests of the same caller are equal
 */
const sharingKey = (caller: Caller, method: string, requestText: string, person = ''): string =>
  `${rightsOf(caller)}${person}\n${method}\n${requestText}`;

/** Adds the shared form to the result of one request, and returns the same object (docs/decisions/0016-objects-have-a-fixed-shape.md). */
const withShared = (result: OperationResult, shared: SharedData): OperationResult => Object.assign(result, { shared });

/** Returns the part of a result that others may share: null for errors, stale parts and no data. */
function shareableOf({ data, errors }: OperationResult, { context }: Operation): ShareableResult | null {
  if (errors !== undefined || data === undefined || data === null || context.usage.stale.length > 0) return null;
  return { data, shared: new SharedData(data), reads: context.reads() };
}

/** Waits for an execution. @returns null if its result is not shared, or if this operation is cancelled meanwhile */
async function follow(running: RunningExecution, { cancellation }: Operation): Promise<ShareableResult | null> {
  if (cancellation.aborted) return null;
  running.followers += 1;
  running.operation.cancellation.hold();
  let leave = () => {};
  const left = new Promise<null>((resolve) => (leave = () => resolve(null)));
  cancellation.addEventListener('abort', leave);
  try {
    return await Promise.race([running.shareable, left]);
  } finally {
    cancellation.removeEventListener('abort', leave);
    running.operation.cancellation.release();
  }
}
