import { carried, leftOut, pathOf, recordRows, type Row, type Scene } from './row.js';

const path = pathOf('4.5');
const input = { activityId: '"1002"', token: '"the token"', userId: '"88"', deviceType: 'PC', pointId: '"5"', signCode: '"FAMILY01"' };
const lookUp = (selection: string, given: Partial<typeof input> = {}) =>
  `{ checkInLookup(input: { ${Object.entries({ ...input, ...given })
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ')} }) { ${selection} } }`;
const reply = (matches: readonly unknown[]) => ({ code: 1, msg: 'success', data: matches, url: '', time: 1_775_000_000 });

const match: Scene = {
  typeName: 'CheckInMatch',
  path,
  base: { id: 7 },
  envelope: (record) => reply([record]),
  query: (selection) => lookUp(selection),
  at: 'checkInLookup.0',
};

const { cases, same } = recordRows('4.5 reply', [match]);
const named = (row: ReturnType<typeof cases>): Row => ({ ...row, name: `data[].${row.name}` });

export const checkInRows: readonly Row[] = [
  parameter('token', 'token', [['"a token"', 'a token']]),
  parameter('user_id', 'userId', [['"4711"', '4711']]),
  parameter('device_type', 'deviceType', [
    ['IPAD', 'ipad'],
    ['PC', 'pc'],
    ['WXAPP', 'wxapp'],
  ]),
  parameter('form_id', 'activityId', [
    ['"1001"', '1001'],
    ['"1002"', '1002'],
    ['null', '1001'],
  ]),
  parameter('point_id', 'pointId', [['"42"', '42']]),
  parameter('sign_code', 'signCode', [['"A B&C"', 'A B&C']]),

  carried(
    '4.5 reply',
    'data',
    ['Query.checkInLookup'],
    [
      {
        query: lookUp('attendeeId'),
        replies: { [path]: reply([{ id: 7 }, { id: 8 }]) },
        reads: { checkInLookup: [{ attendeeId: 'attendee:1002:7' }, { attendeeId: 'attendee:1002:8' }] },
      },
    ],
  ),
  named(cases('id', [70_007, { attendeeId: 'attendee:1002:70007' }])),
  named(same('avatar', 'avatarUrl', 'https://event.example/a.jpg')),
  named(
    cases('fields', [
      [{ name: 'name1', type: 'input', label: 'Company', value: '', sort: 1, hidden: 0, form_id: 1002, custom_store: 'Star River' }],
      { 'fields.0.field.label': 'Company', 'fields.0.storedValue': 'Star River' },
    ]),
  ),
  leftOut('4.5 reply', 'data[].rfid', 'reserved (§2.2).'),
  named(same('qrcode', 'qrCode', 'FAMILY01-QR')),
  named(same('ticket', 'tickets', ['VIP Pass', 'Dinner'])),
  named(same('hotel_match', 'hotels', ['Harbour Hotel, room 101'])),
  named(same('pickup_data', 'pickups', [{ name: 'Welcome bag', count: 1 }])),
  named(same('seat_seat', 'seats', ['Table 7, seat 2'])),
];

function parameter(name: string, member: keyof typeof input, values: readonly (readonly [given: string, arrives: string])[]): Row {
  return carried(
    '4.5 request',
    name,
    [`CheckInLookupInput.${member}`],
    values.map(([given, value]) => ({
      query: lookUp('attendeeId', { [member]: given }),
      replies: { [path]: reply([]) },
      arrives: { path, in: 'query', name, value },
    })),
  );
}
