/* Derives the endpoints that OPERATIONS_FILE binds. */

import type { EndpointBinding, OperationsFile } from '../../model/bound/endpoint-binding.js';
import { Secret } from '../../primitives/secret.js';
import type { ActivityId } from '../../records/ids.js';
import type { Endpoint } from '../endpoints.js';
import type { Envelope } from '../envelope.js';
import { attendeeOfWrite, recordsByType, valueAtPath } from './bound-record.js';
import { valueDecoder, type CreateRecord, type DecodeValue } from './decode-value.js';
import { inputEncoder, type BoundInput, type BoundValue } from './encode-input.js';

export type BoundEndpoint = Endpoint<BoundInput, BoundReply, 'transport' | 'caller'>;

/** The reply of a bound endpoint. The result is decoded when it is first read, so a write whose result is broken still counts as done. */
export class BoundReply {
  #result: unknown;
  #isDecoded = false;

  constructor(private readonly decode: () => unknown) {}

  /** The result, decoded once. @throws UpstreamInvalidResponseError */
  get result(): unknown {
    if (!this.#isDecoded) {
      this.#result = this.decode();
      this.#isDecoded = true;
    }
    return this.#result;
  }
}

/** Returns the endpoints that a file binds (§4.12), by their keys. */
export function boundEndpoints({ types, bindings }: OperationsFile): ReadonlyMap<string, BoundEndpoint> {
  const records = { Activity: recordsByType(types), Mutation: recordsByType(types, { Attendee: attendeeOfWrite }) };
  return new Map(bindings.map((binding) => [binding.key, boundEndpoint(binding, records[binding.on])]));
}

function boundEndpoint(binding: EndpointBinding, records: ReadonlyMap<string, CreateRecord>): BoundEndpoint {
  const { key, method, path, auth, repeatable, ttlSeconds, constants } = binding;
  const decode = resultDecoder(binding, valueDecoder(binding.result, records.get(binding.result.name)));
  const constantStrings = constants.flatMap(({ value }) => stringsOf(value));
  return {
    name: `operations:${key}`,
    section: '4.12',
    method,
    path,
    auth,
    repeatableBy: repeatable ? 'transport' : 'caller',
    ...(ttlSeconds !== null && { cachedAs: { ttlSeconds } }),
    // It is not known which parameters are credentials or personal data, so all of them are masked.
    secrets: (input) => [...constantStrings, ...Object.values(input).flatMap(stringsOf)].map((value) => new Secret(value)),
    encode: inputEncoder(binding),
    decode: (envelope, activityId) => {
      const reply = new BoundReply(() => decode(envelope, activityId));
      // Decoded before the cache stores it: a broken reply must not replace a usable one.
      if (ttlSeconds !== null) void reply.result;
      return reply;
    },
  };
}

/**
 * Returns the strings of a value. Numbers are left out: long ones are masked in every message, and short ones are neither credentials
 * nor personal data.
 */
function stringsOf(value: BoundValue): readonly string[] {
  return (typeof value === 'object' ? value : [value]).filter((item) => typeof item === 'string');
}

function resultDecoder({ data, result }: EndpointBinding, decode: DecodeValue): (envelope: Envelope, activityId: ActivityId) => unknown {
  if (data === null) return () => true;
  const expected = result.list === null ? 'a value' : 'an array';
  return (envelope, activityId) => {
    const { raw, position } = valueAtPath(envelope.raw, envelope.position, data);
    if (raw === undefined) throw position.invalid(expected);
    return decode(raw, position, activityId);
  };
}
