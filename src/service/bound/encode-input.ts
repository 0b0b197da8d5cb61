/* Encodes the arguments of a bound field as the parameters of its request. */

import type { BoundParameter, EndpointBinding } from '../../model/bound/endpoint-binding.js';
import { type Json, plainDigits } from '../../primitives/json.js';
import type { ActivityId } from '../../records/ids.js';
import type { EncodedRequest } from '../endpoints.js';
import type { FormEntry } from '../transport/multipart.js';

/** The value of an argument. In place of a global id it has the number that the service knows. */
export type BoundValue = string | number | boolean | readonly (string | number | boolean)[];

/** The arguments of one use of an endpoint, by the names of the parameters. An argument without a value is absent. */
export type BoundInput = Readonly<Record<string, BoundValue>>;

/** Returns the function that encodes the parameters of an endpoint. */
export function inputEncoder({
  parameters,
  constants,
  body,
}: EndpointBinding): (input: BoundInput, activityId: ActivityId) => EncodedRequest {
  const values = (input: BoundInput, activityId: ActivityId): (readonly [wireName: string, value: BoundValue])[] => [
    ...constants.map(({ wireName, value }) => [wireName, withActivityId(value, activityId)] as const),
    ...parameters.flatMap((parameter) => argumentEntry(parameter, input)),
  ];
  const entries = (input: BoundInput, activityId: ActivityId): readonly FormEntry[] =>
    values(input, activityId).map(([name, value]) => [name, wireText(value)]);
  switch (body) {
    case 'multipart':
      return (input, activityId) => ({ form: entries(input, activityId) });
    case 'form':
      return (input, activityId) => ({ urlEncoded: entries(input, activityId) });
    case 'none':
      return (input, activityId) => ({ query: entries(input, activityId) });
    case 'json':
      return (input, activityId) => ({ json: Object.fromEntries<Json>(values(input, activityId)) });
  }
}

/** Returns the entry of a parameter; none if its argument is absent. */
function argumentEntry({ name, wireName }: BoundParameter, input: BoundInput): readonly (readonly [string, BoundValue])[] {
  return Object.hasOwn(input, name) ? [[wireName, input[name]!]] : [];
}

/** Returns a constant with the number of the activity in place of `{activityId}`. */
function withActivityId(value: string | number | boolean, activityId: ActivityId): string | number | boolean {
  return typeof value === 'string' ? value.replaceAll('{activityId}', String(activityId)) : value;
}

/** Returns a value as text: booleans as 1 and 0, numbers in plain digits, lists joined by commas. */
function wireText(value: BoundValue): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'number') return plainDigits(String(value))!;
  return value.map(wireText).join(',');
}
