import { listArticles } from '../../src/endpoint/article.js';
import { getAttendee, listAttendees } from '../../src/endpoint/attendee.js';
import { listCategories } from '../../src/endpoint/category.js';
import { lookUpCheckIn } from '../../src/endpoint/check-in.js';
import type { Endpoint } from '../../src/endpoint/endpoint.js';
import { openEnvelope } from '../../src/endpoint/envelope.js';
import { JsonBody } from '../../src/endpoint/json/json.js';
import { getFormFields } from '../../src/endpoint/form-field.js';
import { addAttendees } from '../../src/endpoint/registration.js';
import { listSchedule } from '../../src/endpoint/schedule.js';
import { ssoLogin } from '../../src/endpoint/sso-login.js';
import { listGoods, listTickets } from '../../src/endpoint/stock.js';
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

/** Every operation of §4, with an input that uses each of its parameters. */
export const operations: readonly { readonly endpoint: Endpoint<any, any>; readonly input: unknown }[] = [
  { endpoint: getFormFields, input: undefined },
  { endpoint: addAttendees, input: twoRegistrants },
  { endpoint: listAttendees, input: { page: 3, pageSize: 20, ids: [7 as ServiceId, 5 as ServiceId] } },
  { endpoint: getAttendee, input: { id: 7 as ServiceId } },
  { endpoint: lookUpCheckIn, input: { token: 't&1', userId: '8 8', deviceType: 'IPAD', pointId: '5', signCode: '码+=' } },
  { endpoint: listSchedule, input: undefined },
  { endpoint: listArticles, input: undefined },
  { endpoint: listCategories, input: { parentId: 301 as ServiceId } },
  { endpoint: listTickets, input: undefined },
  { endpoint: listGoods, input: { goodsId: 501 as ServiceId } },
  { endpoint: ssoLogin, input: { mobile: '10000000007', addIfMissing: true } },
];

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
