/* Shares the results of equal queries, in progress and afterwards. */

import { LRUCache } from 'lru-cache';
import type { GraphContext, OperationReads, UsageCounts } from '../../graph/context.js';
import type { ExecutedResult } from '../../graph/execution/execute.js';
import type { JsonText } from '../../graph/execution/response-text.js';
import type { Cancellation, CancelSignal } from '../../primitives/cancellation.js';
import { InFlight } from '../../primitives/in-flight.js';
import type { Caller } from '../../records/caller.js';
import type { PreparedOperation } from './prepare.js';

/** Longer requests are not compared. Lists of references are long, and seldom equal. */
const maxRequestLength = 4096;
/** The maximum size of all stored bodies together, with their keys. */
const maxStoredBytes = 16 * 1024 * 1024;
const maxStoredBodies = 1000;

/** What requests over HTTP have in common if they are equal. */
export interface RequestText {
  readonly method: string;
  /** The body, or the query string of a GET, that the parameters were read from. The text of the document is in them. */
  readonly text: string;
}

/** The response of an earlier query that later requests get as well. */
interface StoredResponse {
  readonly operationName: string | null;
  readonly result: { readonly data: JsonText };
  /** The reads that it replaces: all of them count as cached. It is used as long as they are fresh. */
  readonly usage: UsageCounts;
}

/** The result of an execution, and what it has read: equal queries receive both. */
interface SharedResult {
  readonly result: ExecutedResult;
  readonly reads: OperationReads;
}

/** An execution that equal queries may wait for. */
interface RunningExecution {
  /** Ends what it reads when the last query that wants its result has left. */
  readonly cancellation: Cancellation;
  /** The generation of reads in which it began. */
  readonly generation: number;
  /** Called at its end, with its result, or null if it has none for others: each resolves one query that waits. null while none waits. */
  followers: ((shared: SharedResult | null) => void)[] | null;
}

/**
 * Executes one query for all equal ones. After a talk, for example, 500 phones open the screen of the articles (`CACHE_TTL` is 30 seconds):
 *
 *     0 ms             phone 1: its query is executed
 *     5 ms             phones 2 to 300: they wait for the result of phone 1
 *     40 ms            all 300 receive the result, and its body is stored
 *     until 30 s       phones 301 to 500 receive the stored body. Then the articles expire
 *
 * - **Equal**: requests with the same HTTP method and text (document, operation name, variables), of callers with the same rights. For
 *   more than content, also of the same caller.
 * - **Stored**: responses of content only, without errors and `extensions`, which report what one request has read. A response without reads,
 *   such as to `{ __typename }`, does not expire.
 * - **Not shared**: the result of an execution that was cancelled, or refused by the rate limit. Of the queries that waited, one is executed
 *   for the others after a cancelled execution, and each on its own after a refused one.
 * - **Each request** keeps its own checks and records: docs/decisions/0022-equal-queries-share-an-execution.md.
 * - **Counts**: each request records the reads of personal data, and what it was denied. Calls that it did not make count as coalesced or
 *   cached, and the rate limit does not reserve them.
 * - **After a write** has ended, queries share no execution that began before it (`ReadGenerations` in domain/read-generations.ts).
 * - **Cancelled**: one that waits and is cancelled stops waiting. If phone 1 disconnects, its execution goes on for the others, and ends when
 *   the last of them has left. If it ends by `REQUEST_TIMEOUT_MS` of phone 1, phone 2 is executed for the others.
 */
export class SharedResults {
  readonly #running = new InFlight<RunningExecution>();
  readonly #stored = new LRUCache<string, StoredResponse>({
    max: maxStoredBodies,
    maxSize: maxStoredBytes,
    sizeCalculation: ({ result }, key) => 2 * key.length + result.data.bytes.length,
  });

  /** @param now milliseconds of the cache's monotonic clock @param maxResponseBytes beyond which a response is replaced by an error */
  constructor(
    private readonly now: () => number,
    private readonly maxResponseBytes: number,
  ) {}

  /** Returns the stored response of an equal request; null if there is none, or if it is too old. */
  findStoredResponse(caller: Caller, method: string, text: string): StoredResponse | null {
    if (this.#stored.size === 0 || text.length > maxRequestLength) return null;
    const stored = this.#stored.get(sharingKey(caller, method, text));
    return stored !== undefined && stored.usage.freshUntil > this.now() ? stored : null;
  }

  /** Returns the result of a query: executes it, or waits for an equal one and records its reads. */
  async resultOf(
    context: GraphContext,
    cancellation: Cancellation,
    prepared: Pick<PreparedOperation, 'name' | 'contentOnly'>,
    request: RequestText,
    execute: () => Promise<ExecutedResult>,
  ): Promise<ExecutedResult> {
    const { method, text } = request;
    if (text.length > maxRequestLength) return execute();
    const key = sharingKey(context.caller, method, text, prepared.contentOnly ? '' : personOf(context.caller));
    const known = this.#running.get(key);
    if (known?.generation === context.readGeneration() && !known.cancellation.aborted) {
      const shared = await waitForResult(known, cancellation);
      if (shared === null) return known.cancellation.aborted ? this.resultOf(context, cancellation, prepared, request, execute) : execute();
      context.addReads(shared.reads);
      return shared.result;
    }
    const running: RunningExecution = { cancellation, generation: context.readGeneration(), followers: null };
    this.#running.set(key, running);
    let shared: SharedResult | null = null;
    try {
      const result = await execute();
      if (prepared.contentOnly) this.#store(key, result, prepared.name, context);
      if (running.followers && !cancellation.aborted) shared = { result, reads: context.reads() };
      return result;
    } finally {
      this.#running.delete(key, running);
      if (running.followers) for (const follow of running.followers) follow(shared);
    }
  }

  /** Stores a result for later requests, if it is fresh. */
  #store(key: string, { data, errors }: ExecutedResult, operationName: string | null, context: GraphContext): void {
    if (errors !== undefined || data === undefined || data === null || data.bytes.length > this.maxResponseBytes) return;
    const { usage: reads, audited } = context.reads();
    // A report of calls, or of stale parts, in the extensions belongs to one request, and so does a line of the audit.
    if (context.responseExtensions() !== undefined || audited.fields.length > 0) return;
    const cached = reads.startedCalls + reads.coalesced + reads.cached;
    const freshUntil = cached === 0 ? Infinity : reads.freshUntil;
    if (freshUntil <= this.now()) return;
    const usage = { startedCalls: 0, attempts: 0, coalesced: 0, cached, stale: [], freshUntil };
    this.#stored.set(key, { operationName, result: { data }, usage });
  }
}

/** Waits for an execution. @returns null if its result is not shared, or if the query that waits is cancelled meanwhile */
const waitForResult = (running: RunningExecution, signal: CancelSignal): Promise<SharedResult | null> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve(null);
    running.cancellation.join();
    (running.followers ??= []).push(resolve);
    const stopWaiting = () => {
      resolve(null);
      running.cancellation.leave();
    };
    signal.addEventListener('abort', stopWaiting, { once: true });
  });

/**
 * The key that equal requests have in common. It contains the HTTP method, so that a GET and a POST with equal text are not shared.
 * @param person the caller, if only requests of the same caller are equal
 */
const sharingKey = (caller: Caller, method: string, text: string, person = ''): string =>
  `${rightsOf(caller)}${person}\n${method}\n${text}`;

/** Returns a string that is equal for the same person: two tokens of one subject may name different attendees. JSON has no line break. */
const personOf = ({ name, attendee, noAttendee }: Caller): string =>
  attendee ? JSON.stringify([name, attendee]) : `${name}\n${noAttendee ?? ''}`;

/** The members of a caller that name a person. */
const personal: ReadonlySet<string> = new Set(['name', 'credential', 'expiresAt', 'attendee', 'noAttendee'] satisfies (keyof Caller)[]);

/**
 * The rights of callers, computed once for each: the caller of an API key is one object for all requests; others
 * may live for one request, which asks twice.
 */
const knownRights = new WeakMap<Caller, string>();

/**
 * Returns a string that is equal for callers who may see the same, apart from their own records. It contains every member of a caller
 * that names no person, so a member that is added to `Caller` later is included.
 */
function rightsOf(caller: Caller): string {
  let rights = knownRights.get(caller);
  if (rights === undefined) {
    rights = JSON.stringify(caller, (name, value: unknown) => {
      if (personal.has(name)) return undefined;
      return value instanceof Set ? [...value].map(String).toSorted((one, other) => (one < other ? -1 : 1)) : value;
    });
    knownRights.set(caller, rights);
  }
  return rights;
}
