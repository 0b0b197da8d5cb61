import type { ServiceId } from '../model/ids.js';
import type { NewRegistrant, NewRegistration, RegistrationReply } from '../model/registration.js';
import { Secret } from '../primitives/secret.js';
import type { FormEntry } from '../transport/multipart.js';
import { list, optionalString, recordId, string } from './decoding/decode.js';
import type { ReplyPosition } from './decoding/reply-position.js';
import type { Endpoint } from './endpoint.js';

/** §4.2: registers attendees under one contact. Each call adds further attendees. */
export const addAttendees: Endpoint<NewRegistration, RegistrationReply, 'none'> = {
  name: 'addAttendees',
  section: '4.2',
  method: 'POST',
  path: '/api/participant/add',
  auth: 'service',
  repeatableBy: 'none',
  secrets: ({ contact, registrants }) =>
    [contact.name, contact.mobile, ...registrants.flatMap(personalData)].map((value) => new Secret(value)),
  encode: ({ contact, registrants, channel }) => ({
    form: [
      ['name', contact.name],
      ['mobile', contact.mobile],
      ...registrants.flatMap(registrantEntries),
      ...(channel === null ? [] : [['channel', channel] as const]),
    ],
  }),
  decode: ({ raw, position }, _activityId, { registrants }) => {
    const ids = oneForEach(registrants, raw.ids, position.child('ids'));
    const codes = oneForEach(registrants, raw.sign_code_arr, position.child('sign_code_arr'));
    const orders = list(raw.order_ids, position.child('order_ids'));
    return {
      description: optionalString(raw.url, position.child('url')),
      registrations: registrants.map((_registrant, index) => ({
        serviceId: recordId(ids[index], position.child('ids').child(index)) as ServiceId,
        signCode: string(codes[index], position.child('sign_code_arr').child(index)),
        orderId: optionalString(orders[index], position.child('order_ids').child(index)),
      })),
    };
  },
};

/** An array of the reply with one item for each registrant. */
function oneForEach(registrants: readonly NewRegistrant[], raw: unknown, position: ReplyPosition): readonly unknown[] {
  const items = list(raw, position);
  if (items.length !== registrants.length) throw position.invalid(`an array of ${registrants.length}, one for each registrant`);
  return items;
}

/** All that is sent of a registrant. Any form answer may be an identity number or an address. */
function personalData({ name, mobile, fields, signCode }: NewRegistrant): readonly string[] {
  return [name, mobile, signCode ?? '', ...fields.map(({ value }) => value)];
}

function registrantEntries({ name, mobile, fields, signCode }: NewRegistrant, index: number): readonly FormEntry[] {
  return [
    [`data[${index}][name]`, name],
    [`data[${index}][mobile]`, mobile],
    ...fields.map((field) => [`data[${index}][${field.name}]`, field.value] as const),
    ...(signCode === null ? [] : [[`data[${index}][sign_code]`, signCode] as const]),
  ];
}
