import type { ServiceId } from '../model/ids.js';
import type { NewRegistrant, NewRegistration, RegistrationReply } from '../model/registration.js';
import { Secret } from '../primitives/secret.js';
import type { FormEntry } from '../transport/multipart.js';
import { list, optionalString, recordId, string } from './decoding/decode.js';
import type { Source } from './decoding/source.js';
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
  decode: ({ raw, source }, _activityId, { registrants }) => {
    const ids = oneForEach(registrants, raw.ids, source.child('ids'));
    const codes = oneForEach(registrants, raw.sign_code_arr, source.child('sign_code_arr'));
    const orders = list(raw.order_ids, source.child('order_ids'));
    return {
      description: optionalString(raw.url, source.child('url')),
      registrations: registrants.map((_registrant, index) => ({
        serviceId: recordId(ids[index], source.child('ids').child(index)) as ServiceId,
        signCode: string(codes[index], source.child('sign_code_arr').child(index)),
        orderId: optionalString(orders[index], source.child('order_ids').child(index)),
      })),
    };
  },
};

/** An array of the reply with one item for each registrant. */
function oneForEach(registrants: readonly NewRegistrant[], raw: unknown, source: Source): readonly unknown[] {
  const items = list(raw, source);
  if (items.length !== registrants.length) throw source.invalid(`an array of ${registrants.length}, one for each registrant`);
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
