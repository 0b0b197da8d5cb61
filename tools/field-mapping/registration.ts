import { pathOf } from './paths.js';
import { carried, type Proof, type Row } from './row.js';

const path = pathOf('4.2');
const forms = pathOf('4.1');
const form = {
  code: 1,
  data: ['name', 'mobile', 'name1712900101'].map((name, sort) => ({
    name,
    type: 'input',
    label: name,
    value: '',
    sort,
    hidden: 0,
    placeholder: '',
    form_id: 1001,
  })),
};
const success = { code: 1, url: '2 attendees registered', ids: [71, 72], sign_code_arr: ['S-71', 'S-72'], order_ids: ['E-71', 'E-72'] };

const add = (selection: string, more = '') => `mutation {
  addAttendees(input: {
    contact: { name: "Contact", mobile: "10000000001" }
    attendees: [
      { name: "One", mobile: "10000000002", signCode: "CODE-1", fields: [{ name: "name1712900101", value: "Company 1" }] }
      { name: "Two", mobile: "10000000003", fields: [{ name: "name1712900101", value: "公司 2" }] }
    ]
    ${more}
  }) { ${selection} }
}`;
const registrations = add('registrations { attendeeId signCode qrCodeUrl orderId } description userErrors { code message }');

const sends = (name: string, value: unknown, more = ''): Proof => ({
  query: add('userErrors { code }', more),
  replies: { [forms]: form, [path]: success },
  arrives: { path, in: 'form', name, value },
});
const gets = (reads: Readonly<Record<string, unknown>>, reply: unknown = success): Proof => ({
  query: registrations,
  replies: { [forms]: form, [path]: reply },
  reads,
});

export const registrationRows: readonly Row[] = [
  carried('4.2 request', 'name', ['AddAttendeesInput.contact.name'], [sends('name', 'Contact')]),
  carried('4.2 request', 'mobile', ['AddAttendeesInput.contact.mobile'], [sends('mobile', '10000000001')]),
  carried('4.2 request', 'data[0][name]', ['AddAttendeesInput.attendees.name'], [sends('data[0][name]', 'One')]),
  carried('4.2 request', 'data[0][mobile]', ['AddAttendeesInput.attendees.mobile'], [sends('data[0][mobile]', '10000000002')]),
  carried('4.2 request', 'data[0][<field key>]', ['AddAttendeesInput.attendees.fields'], [sends('data[0][name1712900101]', 'Company 1')]),
  carried('4.2 request', 'data[0][sign_code]', ['AddAttendeesInput.attendees.signCode'], [sends('data[0][sign_code]', 'CODE-1')]),
  carried('4.2 request', 'data[1][name]', ['AddAttendeesInput.attendees.name'], [sends('data[1][name]', 'Two')]),
  carried('4.2 request', 'data[1][mobile]', ['AddAttendeesInput.attendees.mobile'], [sends('data[1][mobile]', '10000000003')]),
  carried('4.2 request', 'data[1][<field key>]', ['AddAttendeesInput.attendees.fields'], [sends('data[1][name1712900101]', '公司 2')]),
  carried(
    '4.2 request',
    'data[1][sign_code]',
    ['AddAttendeesInput.attendees.signCode'],
    [sends('data[1][sign_code]', undefined)],
    'Not sent if none is given.',
  ),
  carried('4.2 request', 'channel', ['AddAttendeesInput.channel'], [sends('channel', '7', 'channel: "7"'), sends('channel', undefined)]),

  carried(
    '4.2 reply',
    'code',
    ['ActivityUserError.code'],
    [
      gets(
        { 'addAttendees.registrations': null, 'addAttendees.userErrors.0': { code: 'REJECTED', message: 'No more.' } },
        { code: 0, msg: 'No more.' },
      ),
      gets({ 'addAttendees.userErrors': [] }),
    ],
    '0 is the user error `REJECTED`, with the `msg` of the service.',
  ),
  carried(
    '4.2 reply',
    'url',
    ['AddAttendeesPayload.description'],
    [gets({ 'addAttendees.description': '2 attendees registered' })],
    'A description of the result.',
  ),
  carried(
    '4.2 reply',
    'ids',
    ['AttendeeRegistration.attendeeId'],
    [
      gets({
        'addAttendees.registrations.0.attendeeId': 'attendee:1001:71',
        'addAttendees.registrations.1.attendeeId': 'attendee:1001:72',
      }),
    ],
  ),
  carried(
    '4.2 reply',
    'sign_code_arr',
    ['AttendeeRegistration.signCode', 'AttendeeRegistration.qrCodeUrl'],
    [gets({ 'addAttendees.registrations.0.signCode': 'S-71', 'addAttendees.registrations.1.signCode': 'S-72' })],
  ),
  carried(
    '4.2 reply',
    'order_ids',
    ['AttendeeRegistration.orderId'],
    [gets({ 'addAttendees.registrations.0.orderId': 'E-71', 'addAttendees.registrations.1.orderId': 'E-72' })],
  ),
];
