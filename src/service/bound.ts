/* The endpoints that OPERATIONS_FILE binds (§4.12). They are endpoints like those of the table in endpoints.ts, derived from the file. */

import { plainDigits, type Json } from '../primitives/json-text.js';
import { Secret } from '../primitives/secret.js';
import { UpstreamInvalidResponseError } from '../records/errors.js';
import type { ActivityId } from '../records/ids.js';
import type { BoundInput, BoundValue, EndpointBinding, OperationsFile } from '../records/operations-file.js';
import type { Envelope } from '../records/reply.js';
import { recordsByType, valueAtPath, valueDecoder, type CreateRecord } from './bound-result.js';
import type { EncodedRequest, Endpoint, FormEntry } from './endpoints.js';

export interface BoundEndpoint extends Endpoint<BoundInput, BoundReply, 'transport' | 'caller'> {
  /** Recognises the service's message for a record that does not exist. */
  readonly notFound: EndpointBinding['notFound'];
}

/** The reply of a bound endpoint. */
interface BoundReply {
  /** Of a write that the service has done, the error if the result is broken: the write itself has not failed. */
  readonly result: unknown;
}

/** Returns the endpoints that a file binds, by their keys. */
export function boundEndpoints({ types, bindings }: OperationsFile): ReadonlyMap<string, BoundEndpoint> {
  const records = { Activity: recordsByType(types, 'Activity'), Mutation: recordsByType(types, 'Mutation') };
  return new Map(bindings.map((binding) => [binding.key, boundEndpoint(binding, records[binding.on])]));
}

function boundEndpoint(binding: EndpointBinding, records: ReadonlyMap<string, CreateRecord>): BoundEndpoint {
  const { key, on, method, path, auth, repeatable, ttlSeconds, constants, notFound } = binding;
  const decode = resultDecoder(binding, records);
  const constantStrings = constants.flatMap(({ value }) => stringsOf(value));
  return {
    name: `operations:${key}`,
    section: '4.12',
    method,
    path,
    auth,
    repeatableBy: repeatable ? 'transport' : 'caller',
    ...(ttlSeconds !== null && { cachedAs: { ttlSeconds } }),
    notFound,
    // It is not known which parameters are credentials or personal data, so all of them are masked.
    secrets: (input) => [...constantStrings, ...Object.values(input).flatMap(stringsOf)].map((value) => new Secret(value)),
    encode: inputEncoder(binding),
    decode: (envelope, activityId) => {
      if (on === 'Activity') return { result: decode(envelope, activityId) };
      try {
        // The fields of a record are decoded later, when they are read: their errors get `afterWrite` from the position.
        return { result: decode({ raw: envelope.raw, position: envelope.position.afterWrite }, activityId) };
      } catch (error) {
        if (error instanceof UpstreamInvalidResponseError) return { result: error };
        throw error;
      }
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

/** Returns the function that decodes a result, which is the success itself where the file states no place for it. */
function resultDecoder(
  { data, result }: EndpointBinding,
  records: ReadonlyMap<string, CreateRecord>,
): (envelope: Envelope, activityId: ActivityId) => unknown {
  if (data === null) return () => true;
  const decode = valueDecoder(result, records);
  const expected = result.list === null ? 'a value' : 'an array';
  return (envelope, activityId) => {
    const { raw, position } = valueAtPath(envelope.raw, envelope.position, data);
    if (raw === undefined) throw position.invalid(expected);
    return decode(raw, position, activityId);
  };
}

/** Returns the function that encodes the parameters of an endpoint. */
function inputEncoder({ parameters, constants, body }: EndpointBinding): BoundEndpoint['encode'] {
  const values = (input: BoundInput, activityId: ActivityId): (readonly [wireName: string, value: BoundValue])[] => [
    ...constants.map(
      ({ wireName, value }) =>
        [wireName, typeof value === 'string' ? value.replaceAll('{activityId}', String(activityId)) : value] as const,
    ),
    ...parameters.flatMap(({ name, wireName }) => (Object.hasOwn(input, name) ? [[wireName, input[name]!] as const] : [])),
  ];
  if (body === 'json') return (input, activityId) => ({ json: Object.fromEntries<Json>(values(input, activityId)) });
  const member = ({ multipart: 'form', form: 'urlEncoded', none: 'query' } as const)[body];
  return (input, activityId): EncodedRequest => ({
    [member]: values(input, activityId).map(([name, value]): FormEntry => [name, wireText(value)]),
  });
}

/** Returns a value as text: booleans as 1 and 0, numbers in plain digits, lists joined by commas. */
function wireText(value: BoundValue): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'number') return plainDigits(String(value))!;
  return value.map(wireText).join(',');
}
