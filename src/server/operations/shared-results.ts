/* Shares the results of equal queries, in progress and afterwards. */

import { LRUCache } from 'lru-cache';
import type { GraphContext, OperationReads, UsageCounts } from '../../graph/context.js';
import type { Cancellation } from '../../primitives/cancellation.js';
import { hashOf, InFlightTable } from '../../primitives/in-flight-table.js';
import type { JsonText } from '../../primitives/json-writer.js';
import type { Caller } from '../../records/caller.js';
import { SharedText, type Result } from '../result.js';
import type { PreparedOperation } from './prepare.js';

/** Longer requests are not compared. Lists of references are long, and seldom equal. */
const maxRequestLength = 4096;
/** The maximum size of all stored bodies together, with their keys. */
const maxStoredBytes = 16 * 1024 * 1024;
const maxStoredBodies = 1000;

/** One operation over HTTP while it runs. */
export interface SharableRun {
  readonly method: string;
  /** The body, or the query string of a GET, that the parameters were read from. The text of the document is in them. */
  readonly requestText: string;
  readonly context: GraphContext;
  /** Cancels what the operation reads: its context has it as `signal`. */
  readonly cancellation: Cancellation;
}

/** The response of an earlier operation that later requests get as well. */
export interface StoredResponse {
  readonly operationName: string | null;
  readonly result: Result & { readonly sharedText: SharedText };
  /** The reads that it replaces: all of them count as cached. It is used as long as they are fresh. */
  readonly usage: UsageCounts;
}

/** An execution that other operations may wait for. */
interface RunningExecution {
  readonly cancellation: Cancellation;
  /** null if the result is not shared. */
  readonly shareable: Promise<ShareableResult | null>;
  /** The generation of reads in which it began. */
  readonly generation: number;
  followers: number;
}
interface ShareableResult {
  readonly data: JsonText;
  readonly sharedText: SharedText;
  readonly reads: OperationReads;
}

/**
 * Executes one query for all equal ones. After a talk, for example, 500 phones open the screen of the articles (`CACHE_TTL` is 60 seconds):
 *
 *     0 ms             phone 1: its query is executed
 *     5 ms             phones 2 to 300: they wait for the result of phone 1
 *     40 ms            all 300 receive the result, and its body is stored
 *     until 60 s       phones 301 to 500 receive the stored body. Then the articles expire
 *
 * - **Equal**: requests with the same text (document, operation name, variables), of callers with the same rights. For more than content, also
 *   of the same caller.
 * - **Stored**: responses of content only, except those with `extensions`, which report the calls of one request. A response without reads,
 *   such as to `{ __typename }`, does not expire.
 * - **Not shared**: results with errors, without data or with a stale part. Each query that waited is then executed on its own.
 * - **Each request** has its own credential, time, request id, log, metrics and span. One that is executed or waits also has its own limits, rate
 *   limit and audit. One that receives a stored response needs none of the three: its first request has passed the limits, it makes no call,
 *   and content is not audited.
 * - **Counts**: each request records the reads of personal data. Calls that it did not make count as coalesced or cached.
 * - **After a write** has ended, queries share no execution that began before it (domain/reads/reader.ts).
 * - **Cancelled**: one that waits and is cancelled stops waiting. If phone 1 disconnects, each of those that wait is executed on its own.
 */
export class SharedResults {
  readonly #inFlight = new InFlightTable<RunningExecution>();
  readonly #stored = new LRUCache<string, StoredResponse>({
    max: maxStoredBodies,
    maxSize: maxStoredBytes,
    sizeCalculation: ({ result }, key) => 2 * key.length + result.sharedText.body.length,
  });

  /** @param now milliseconds of the cache's monotonic clock @param maxResponseBytes beyond which a response is replaced by an error */
  constructor(
    private readonly now: () => number,
    private readonly maxResponseBytes: number,
  ) {}

  /** Returns the stored response of an equal request; null if there is none, or if it is too old. */
  findStoredResponse(caller: Caller, method: string, requestText: string): StoredResponse | null {
    if (this.#stored.size === 0 || requestText.length > maxRequestLength) return null;
    const stored = this.#stored.get(sharingKey(caller, method, requestText));
    if (stored === undefined) return null;
    const { operationName, usage, result } = stored;
    const freshMs = usage.freshUntil - this.now();
    if (freshMs <= 0) return null;
    const maxAgeSeconds = method === 'GET' && freshMs < Infinity ? Math.floor(freshMs / 1000) : 0;
    return maxAgeSeconds > 0 ? { operationName, usage, result: { sharedText: result.sharedText, maxAgeSeconds } } : stored;
  }

  /** Executes an operation, or waits for an equal one. @param steps.resultFrom makes its result from data that an equal one has read */
  async run(
    run: SharableRun,
    prepared: Prepared,
    { execute, resultFrom }: { readonly execute: () => Promise<Result>; readonly resultFrom: (data: JsonText) => Result },
  ): Promise<Result> {
    const { requestText, context, method, cancellation } = run;
    if (requestText.length > maxRequestLength) return execute();
    const person = prepared.contentOnly ? '' : personOf(context.caller);
    const key = sharingKey(context.caller, method, requestText, person);
    // Hashes the parts that differ most. Hashing `key` would copy the characters of the text that was just joined.
    const hash = hashOf(requestText) ^ hashOf(person);
    const running = this.#inFlight.get(key, hash);
    if (running?.generation !== context.readGeneration() || running.cancellation.aborted)
      return this.#lead(key, hash, run, prepared, execute);
    const shareable = await follow(running, cancellation);
    if (shareable === null) return execute();
    context.addReads(shareable.reads);
    return withSharedText(resultFrom(shareable.data), shareable.sharedText);
  }

  async #lead(key: string, hash: number, run: SharableRun, prepared: Prepared, execute: () => Promise<Result>): Promise<Result> {
    const { cancellation, context } = run;
    let end: (shareable: ShareableResult | null) => void = () => {};
    const running: RunningExecution = {
      cancellation,
      shareable: new Promise((resolve) => (end = resolve)),
      generation: context.readGeneration(),
      followers: 0,
    };
    this.#inFlight.set(key, running, hash);
    let shareable: ShareableResult | null = null;
    try {
      const result = await execute();
      if (prepared.contentOnly || running.followers > 0) shareable = shareableOf(result, context);
      const isStored = shareable !== null && prepared.contentOnly && this.#store(key, result, shareable, prepared);
      return shareable !== null && (isStored || running.followers > 0) ? withSharedText(result, shareable.sharedText) : result;
    } finally {
      this.#inFlight.delete(key, running, hash);
      end(shareable);
    }
  }

  /** Stores the body of a response for later requests. @returns whether it was stored */
  #store(key: string, { extensions }: Result, { sharedText, reads }: ShareableResult, { operation }: Prepared): boolean {
    // A report of calls in the extensions belongs to one request, and so does a line of the audit.
    if (extensions !== undefined || reads.audited.fields.length > 0 || sharedText.body.length > this.maxResponseBytes) return false;
    const cached = reads.usage.calls + reads.usage.coalesced + reads.usage.cached;
    const freshUntil = cached === 0 ? Infinity : reads.usage.freshUntil;
    if (freshUntil <= this.now()) return false;
    const usage = { calls: 0, attempts: 0, coalesced: 0, cached, stale: [], freshUntil };
    this.#stored.set(key, { operationName: operation.name?.value ?? null, result: { sharedText }, usage });
    return true;
  }
}

type Prepared = Pick<PreparedOperation, 'operation' | 'contentOnly'>;

/**
 * The key that equal requests have in common. It contains the HTTP method, so that a GET and a POST with equal text are not shared.
 * @param person the caller, if only requests of the same caller are equal
 */
const sharingKey = (caller: Caller, method: string, requestText: string, person = ''): string =>
  `${rightsOf(caller)}${person}\n${method}\n${requestText}`;

/** Adds the shared text to the result of one request, and returns the same object (docs/decisions/0016-objects-have-a-fixed-shape.md). */
const withSharedText = (result: Result, sharedText: SharedText): Result => Object.assign(result, { sharedText });

/** Returns the part of a result that others may share: null for errors, stale parts and no data. */
function shareableOf({ data, errors }: Result, context: GraphContext): ShareableResult | null {
  if (errors !== undefined || data === undefined || data === null || context.usage.stale.length > 0) return null;
  return { data, sharedText: new SharedText(data), reads: context.reads() };
}

/** Waits for an execution. @returns null if its result is not shared, or if this operation is cancelled meanwhile */
async function follow(running: RunningExecution, cancellation: Cancellation): Promise<ShareableResult | null> {
  if (cancellation.aborted) return null;
  running.followers += 1;
  let leave = () => {};
  const left = new Promise<null>((resolve) => (leave = () => resolve(null)));
  cancellation.addEventListener('abort', leave);
  try {
    return await Promise.race([running.shareable, left]);
  } finally {
    cancellation.removeEventListener('abort', leave);
  }
}

/** The members of a caller that name a person. */
const personal: ReadonlySet<string> = new Set(['name', 'credential', 'expiresAt', 'attendee', 'noAttendee'] satisfies (keyof Caller)[]);

/**
 * Returns a string that is equal for callers who may see the same, apart from their own records. It contains every member of a caller
 * that names no person, so a member that is added to `Caller` later is included.
 */
const rightsOf = rememberedOfCaller((caller) =>
  JSON.stringify(caller, (name, value: unknown) => {
    if (personal.has(name)) return undefined;
    return value instanceof Set ? [...value].map(String).toSorted((one, other) => (one < other ? -1 : 1)) : value;
  }),
);

/** Returns a string that is equal for the same person: two tokens of one subject may name different attendees. */
const personOf = rememberedOfCaller(({ name, attendee, noAttendee }) => JSON.stringify([name, attendee ?? noAttendee ?? null]));

/** Computes a string once for each caller. That of an API key is one object for all requests; others may live for one request, which asks twice. */
function rememberedOfCaller(compute: (caller: Caller) => string): (caller: Caller) => string {
  const known = new WeakMap<Caller, string>();
  return (caller) => {
    let text = known.get(caller);
    if (text === undefined) known.set(caller, (text = compute(caller)));
    return text;
  };
}
