/* The reads and writes of bound operations, for one GraphQL operation. */

import { boundEndpoints, type BoundEndpoint } from '../endpoint/bound/bound-endpoint.js';
import type { BoundInput } from '../endpoint/bound/encode-input.js';
import type { BoundOperation, OperationsFile } from '../model/bound/bound-operation.js';
import type { ActivityId } from '../model/ids.js';
import { OutcomeUnknownError } from '../model/outcome-unknown-error.js';
import { UpstreamInvalidResponseError, UpstreamRejectedError } from '../model/upstream-errors.js';
import type { UserError } from '../model/user-error.js';
import { hadNoEffect } from './at-most-once/had-no-effect.js';
import type { OperationUpstream } from './reads/upstream.js';
import { rejectedByService } from './rejected-by-service.js';

export type { BoundInput, BoundValue } from '../endpoint/bound/encode-input.js';

/** The endpoint of each bound operation with what the file says of it. All GraphQL operations share them. */
export type BoundEndpoints = ReadonlyMap<string, { readonly operation: BoundOperation; readonly endpoint: BoundEndpoint }>;

/** Returns the endpoints of a file, by the keys of the operations. */
export function boundEndpointsOf(file: OperationsFile): BoundEndpoints {
  const endpoints = boundEndpoints(file);
  return new Map(file.operations.map((operation) => [operation.key, { operation, endpoint: endpoints.get(operation.key)! }]));
}

export interface BoundWrite {
  /** null if the service rejected the request. @throws UpstreamInvalidResponseError if it cannot be decoded */
  readonly result: unknown;
  readonly userErrors: readonly UserError[];
}

/** The bound operations of one activity for one GraphQL operation (§4.12). */
export class BoundOperations {
  constructor(
    private readonly upstream: OperationUpstream,
    private readonly activityId: ActivityId,
    private readonly endpoints: BoundEndpoints,
  ) {}

  /** Reads the result of an operation. @returns null for no value, and if `notFound` matches the service's message @throws UpstreamError */
  async read(key: string, input: BoundInput): Promise<unknown> {
    const { operation, endpoint } = this.endpoints.get(key)!;
    try {
      return (await this.upstream.read(endpoint, this.activityId, input)).result;
    } catch (error) {
      if (isNotFound(error, operation)) return null;
      throw error;
    }
  }

  /** Writes once. @throws UpstreamError if the write had no effect, OutcomeUnknownError if that is not known */
  async write(key: string, input: BoundInput): Promise<BoundWrite> {
    const { operation, endpoint } = this.endpoints.get(key)!;
    try {
      return new DoneWrite(await this.upstream.write(endpoint, this.activityId, input));
    } catch (error) {
      if (isNotFound(error, operation)) return { result: null, userErrors: [] };
      if (error instanceof UpstreamRejectedError) return { result: null, userErrors: [rejectedByService(error)] };
      throw hadNoEffect(error) ? error : new OutcomeUnknownError(endpoint.path, null, [], { cause: error });
    }
  }
}

const isNotFound = (error: unknown, { notFound }: BoundOperation): boolean =>
  notFound !== null && error instanceof UpstreamRejectedError && error.matches(notFound);

/** A write that the service has done. Its result is decoded when it is read. */
// A class, because an object literal with a getter stays in memory (docs/decisions/0016-objects-have-a-fixed-shape.md).
class DoneWrite implements BoundWrite {
  readonly userErrors: readonly UserError[] = [];

  constructor(private readonly reply: { readonly result: unknown }) {}

  get result(): unknown {
    try {
      return this.reply.result;
    } catch (error) {
      throw error instanceof UpstreamInvalidResponseError ? error.with({ afterWrite: true }) : error;
    }
  }
}
