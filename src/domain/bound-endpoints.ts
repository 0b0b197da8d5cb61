/* The reads and writes of bound endpoints, for one GraphQL operation. */

import type { EndpointBinding, OperationsFile } from '../model/bound/endpoint-binding.js';
import { OutcomeUnknownError, UpstreamInvalidResponseError, UpstreamRejectedError } from '../records/errors.js';
import type { ActivityId } from '../records/ids.js';
import type { UserError } from '../records/user-error.js';
import { boundEndpoints, type BoundEndpoint } from '../service/bound/bound-endpoint.js';
import type { BoundInput } from '../service/bound/encode-input.js';
import { hadNoEffect } from './at-most-once/had-no-effect.js';
import type { OperationUpstream } from './reads/upstream.js';
import { rejectedByService } from './rejected-by-service.js';

export type { BoundInput, BoundValue } from '../service/bound/encode-input.js';

/** The bound endpoints by their keys in the file, with what the file states of each. All GraphQL operations share them. */
export type BoundEndpointsByKey = ReadonlyMap<string, { readonly binding: EndpointBinding; readonly endpoint: BoundEndpoint }>;

/** Returns the endpoints of a file. */
export function boundEndpointsByKey(file: OperationsFile): BoundEndpointsByKey {
  const endpoints = boundEndpoints(file);
  return new Map(file.bindings.map((binding) => [binding.key, { binding, endpoint: endpoints.get(binding.key)! }]));
}

export interface BoundWrite {
  /** null if the service rejected the request. @throws UpstreamInvalidResponseError if it cannot be decoded */
  readonly result: unknown;
  readonly userErrors: readonly UserError[];
}

/** The bound endpoints of one activity for one GraphQL operation (§4.12). */
export class BoundEndpoints {
  constructor(
    private readonly upstream: OperationUpstream,
    private readonly activityId: ActivityId,
    private readonly endpoints: BoundEndpointsByKey,
  ) {}

  /** Reads the result of an endpoint. @returns null for no value, and if `notFound` matches the service's message @throws UpstreamError */
  async read(key: string, input: BoundInput): Promise<unknown> {
    const { binding, endpoint } = this.endpoints.get(key)!;
    try {
      return (await this.upstream.read(endpoint, this.activityId, input)).result;
    } catch (error) {
      if (isNotFound(error, binding)) return null;
      throw error;
    }
  }

  /** Writes once. @throws UpstreamError if the write had no effect, OutcomeUnknownError if that is not known */
  async write(key: string, input: BoundInput): Promise<BoundWrite> {
    const { binding, endpoint } = this.endpoints.get(key)!;
    try {
      return new DoneWrite(await this.upstream.write(endpoint, this.activityId, input));
    } catch (error) {
      if (isNotFound(error, binding)) return { result: null, userErrors: [] };
      if (error instanceof UpstreamRejectedError) return { result: null, userErrors: [rejectedByService(error)] };
      throw hadNoEffect(error) ? error : new OutcomeUnknownError(endpoint.path, null, [], { cause: error });
    }
  }
}

const isNotFound = (error: unknown, { notFound }: EndpointBinding): boolean =>
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
