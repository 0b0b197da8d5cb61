/* Every endpoint with a sample of its input, reply and output. */

import { JsonBody } from '../../src/json/json.js';
import type { ActivityId } from '../../src/records/ids.js';
import { decodeEnvelope } from '../../src/service/call.js';
import { type Endpoint, endpoints } from '../../src/service/endpoints.js';
import { samples, sandboxReply, type Sample } from './samples.js';

export const activityId = 1001 as ActivityId;

/** Every endpoint of §4, with its sample. */
export const sampledEndpoints: readonly SampledEndpoint[] = (Object.values(endpoints) as readonly Endpoint<unknown, unknown>[]).map(
  (endpoint) => ({ endpoint, ...((samples as Readonly<Record<string, Sample<unknown>>>)[endpoint.name] ?? ofList(endpoint)) }),
);

/** The sample of a list without parameters: the sandbox's reply with one record. */
function ofList({ method, path }: Endpoint<unknown, unknown>): Sample<unknown> {
  const reply = sandboxReply(path);
  return {
    input: undefined,
    request: [method, path, {}, {}],
    reply: { ...reply, data: (reply.data as readonly unknown[]).slice(0, 1) },
  };
}

interface SampledEndpoint extends Sample<unknown> {
  readonly endpoint: Endpoint<unknown, unknown>;
}

/** The output that an endpoint decodes from a reply. @param reply JSON text, or a value that is converted to it */
export function decoded<Input, Output>(endpoint: Endpoint<Input, Output>, reply: unknown, input?: Input): Output {
  const body = Buffer.from(typeof reply === 'string' ? reply : JSON.stringify(reply));
  return endpoint.decode(decodeEnvelope(endpoint.path, new JsonBody(body)), activityId, input as Input);
}

/** The values of these getters. A Date becomes its ISO text. */
export function values(record: object | null, names: readonly string[]): Record<string, unknown> {
  const plain = (value: unknown): unknown => {
    if (value instanceof Date) return value.toISOString();
    if (Array.isArray(value)) return value.map(plain);
    return typeof value === 'object' && value !== null ? allValues(value) : value;
  };
  return Object.fromEntries(names.map((name) => [name, plain((record as Record<string, unknown>)[name])]));
}

/** The values of all members and getters of an object, recursively. */
export function allValues(record: object): Record<string, unknown> {
  return values(record, memberNames(record));
}

/** The names of an object's members and of the getters of its classes. */
export function memberNames(record: object): string[] {
  const names = new Set(Object.keys(record));
  for (let type = Object.getPrototypeOf(record); type !== null && type !== Object.prototype; type = Object.getPrototypeOf(type)) {
    for (const [name, { get }] of Object.entries(Object.getOwnPropertyDescriptors(type))) if (get) names.add(name);
  }
  return [...names];
}
