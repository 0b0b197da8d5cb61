import type { BoundOperation, BoundOperations } from '../../model/bound-operation.js';
import type { ActivityId } from '../../model/ids.js';
import { Secret } from '../../model/secret.js';
import type { Endpoint } from '../endpoint.js';
import type { Envelope } from '../envelope.js';
import { valueDecoder, type CreateRecord, type DecodeValue } from './decode-value.js';
import { recordsByType, valueAt } from './bound-record.js';
import { inputEncoder, type BoundInput, type BoundValue } from './encode-input.js';

export type BoundEndpoint = Endpoint<BoundInput, BoundReply>;

/** The reply of a bound operation. Its result is decoded when it is first read: a broken one does not undo a write. */
export class BoundReply {
  #result: unknown;
  #isDecoded = false;

  constructor(private readonly decode: () => unknown) {}

  /** @throws UpstreamInvalidResponseError */
  get result(): unknown {
    if (!this.#isDecoded) {
      this.#result = this.decode();
      this.#isDecoded = true;
    }
    return this.#result;
  }
}

/** Returns the endpoints of a file's operations (§4.12), by their keys. */
export function boundEndpoints({ types, operations }: BoundOperations): ReadonlyMap<string, BoundEndpoint> {
  const records = recordsByType(types);
  return new Map(operations.map((operation) => [operation.key, boundEndpoint(operation, records)]));
}

function boundEndpoint(operation: BoundOperation, records: ReadonlyMap<string, CreateRecord>): BoundEndpoint {
  const { key, method, path, auth, repeatable, ttlSeconds, constants } = operation;
  const decode = resultDecoder(operation, valueDecoder(operation.result, records.get(operation.result.name)));
  const constantTexts = constants.flatMap(({ value }) => textsOf(value));
  return {
    name: `operations:${key}`,
    section: '4.12',
    method,
    path,
    auth,
    repeatable: () => repeatable,
    ...(ttlSeconds !== null && { cachedAs: { ttlSeconds } }),
    // Which parameters are credentials is not known, so the service's message shows none of them.
    secrets: (input) => [...constantTexts, ...Object.values(input).flatMap(textsOf)].map((text) => new Secret(text)),
    encode: inputEncoder(operation),
    decode: (envelope, activityId) => new BoundReply(() => decode(envelope, activityId)),
  };
}

/** The strings of a value. Numbers are no credentials unless they are long, and long numbers are always masked. */
function textsOf(value: BoundValue): readonly string[] {
  return (typeof value === 'object' ? value : [value]).filter((item) => typeof item === 'string');
}

function resultDecoder({ data, result }: BoundOperation, decode: DecodeValue): (envelope: Envelope, activityId: ActivityId) => unknown {
  if (data === null) return () => true;
  const expected = result.list === null ? 'a value' : 'an array';
  return (envelope, activityId) => {
    const { raw, source } = valueAt(envelope.raw, envelope.source, data);
    if (raw === undefined) throw source.invalid(expected);
    return decode(raw, source, activityId);
  };
}
