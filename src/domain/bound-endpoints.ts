/* The reads and writes of bound endpoints, for one GraphQL operation. */

import { OutcomeUnknownError, UpstreamRejectedError } from '../records/errors.js';
import type { ActivityId } from '../records/ids.js';
import type { BoundInput } from '../records/operations-file.js';
import { type UserError, rejectedByService } from '../records/user-error.js';
import type { BoundEndpoint } from '../service/bound.js';
import { hadNoEffect } from './at-most-once/at-most-once-writes.js';
import type { OperationUpstream } from './upstream.js';

export interface BoundWrite {
  /** null if the service rejected the request; an error if it cannot be decoded. */
  readonly result: unknown;
  readonly userErrors: readonly UserError[];
}

/** The bound endpoints of one activity for one GraphQL operation (§4.12). */
export class BoundEndpoints {
  constructor(
    private readonly upstream: OperationUpstream,
    private readonly activityId: ActivityId,
    private readonly endpoints: ReadonlyMap<string, BoundEndpoint>,
  ) {}

  /** Reads the result of an endpoint. @returns null for no value, and if `notFound` matches the service's message @throws UpstreamError */
  async read(key: string, input: BoundInput): Promise<unknown> {
    const endpoint = this.endpoints.get(key)!;
    try {
      return (await this.upstream.read(endpoint, this.activityId, input)).result;
    } catch (error) {
      if (UpstreamRejectedError.matches(error, endpoint.notFound)) return null;
      throw error;
    }
  }

  /** Writes once. @throws UpstreamError if the write had no effect, OutcomeUnknownError if that is not known */
  async write(key: string, input: BoundInput): Promise<BoundWrite> {
    const endpoint = this.endpoints.get(key)!;
    try {
      const { result } = await this.upstream.write(endpoint, this.activityId, input);
      return { result, userErrors: [] };
    } catch (error) {
      if (UpstreamRejectedError.matches(error, endpoint.notFound)) return { result: null, userErrors: [] };
      if (error instanceof UpstreamRejectedError) return { result: null, userErrors: [rejectedByService(error)] };
      throw hadNoEffect(error) ? error : new OutcomeUnknownError(endpoint.path, null, [], { cause: error });
    }
  }
}
