import type { Endpoint } from '../../src/endpoint/endpoint.js';
import { endpoints, type Endpoints } from '../../src/endpoint/endpoints.js';
import { openEnvelope } from '../../src/endpoint/envelope.js';
import { JsonBody } from '../../src/endpoint/json/json.js';
import type { ActivityId, ServiceId } from '../../src/model/ids.js';
import type { NewRegistration } from '../../src/model/registration.js';

export const activityId = 1001 as ActivityId;

export const twoRegistrants: NewRegistration = {
  contact: { name: 'Contact "C"', mobile: '10000000001' },
  channel: '4',
  registrants: [
    { name: '王伟', mobile: '10000000002', fields: [{ name: 'name1613', value: 'Software' }], signCode: 'WANG1' },
    {
      name: 'Zoë',
      mobile: '10000000003',
      fields: [
        { name: 'name1613', value: 'a\r\nb' },
        { name: 'name1614', value: '' },
      ],
      signCode: null,
    },
  ],
};

type InputOf<Name extends keyof Endpoints> = Endpoints[Name] extends Endpoint<infer Input, infer _> ? Input : never;

/** An input of each operation that uses all of its parameters. A new operation in endpoints.ts needs one here. */
const inputs: { readonly [Name in keyof Endpoints]: InputOf<Name> } = {
  getFormFields: undefined,
  addAttendees: twoRegistrants,
  listAttendees: { page: 3, pageSize: 20, ids: [7 as ServiceId, 5 as ServiceId] },
  getAttendee: { id: 7 as ServiceId },
  lookUpCheckIn: { token: 't&1', userId: '8 8', deviceType: 'IPAD', pointId: '5', signCode: '码+=' },
  listSchedule: undefined,
  listArticles: undefined,
  listCategories: { parentId: 301 as ServiceId },
  listTickets: undefined,
  listGoods: { goodsId: 501 as ServiceId },
  ssoLogin: { mobile: '10000000007', addIfMissing: true },
};

/** Every operation of §4, with its input. */
export const operations: readonly { readonly endpoint: Endpoint<any, any>; readonly input: unknown }[] = Object.entries(inputs).map(
  ([name, input]) => ({ endpoint: endpoints[name as keyof Endpoints], input }),
);

/** The output that an endpoint decodes from a reply. @param reply JSON text, or a value that is converted to it */
export function decoded<Input, Output>(endpoint: Endpoint<Input, Output>, reply: unknown, input?: Input): Output {
  const body = Buffer.from(typeof reply === 'string' ? reply : JSON.stringify(reply));
  return endpoint.decode(openEnvelope(endpoint.path, new JsonBody(body)), activityId, input as Input);
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
