/* The notations of a PHP service that are decoded alike: strings for numbers, objects for lists, four kinds of nothing. */

import { decodeDecimal } from '../../src/records/decode.js';
import { ReplyPosition } from '../../src/records/reply.js';
import { documentedFields } from '../../src/service/documented-fields.generated.js';
import { listArticles, listAttendees, getFormFields, listSchedule, listTickets } from '../../src/service/endpoints.js';
import { readEverything } from '../../src/service/read-everything.js';
import { decoded, memberNames, sampledEndpoints, values } from './sampled-endpoints.js';
import { listedAttendee, samples, ticket } from './samples.js';

const position = new ReplyPosition('/test');
const asText = (record: object) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, typeof value === 'number' ? String(value) : value]));

/** JSON text whose characters beyond ASCII are escaped. The raw strings of its records are then those that the text means. */
const asciiOf = (text: string) =>
  text.replace(/[\x80-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** For each read, the first raw record of its sample, and a function that decodes the reply with another one in its place. */
const reads: [read: string, raw: Record<string, unknown>, decode: (raw: object | string) => object][] = sampledEndpoints
  .filter(({ endpoint: { section } }) => section in documentedFields)
  .map(({ endpoint, input, reply }) => {
    const text = JSON.stringify(reply);
    const firstRecord = (replyText: string) => readEverything(decoded(endpoint, replyText, input)).records[0]!;
    const raw = Object.fromEntries(firstRecord(asciiOf(text)).rawMembers());
    const [before, after] = text.split(JSON.stringify(raw));
    const decode = (other: object | string) => firstRecord(before + (typeof other === 'string' ? other : JSON.stringify(other)) + after);
    // An item of the schedule has no items below it here: they would be compared once more.
    return [endpoint.name, { ...raw, ...('all_children' in raw && { all_children: [] }) }, decode];
  });

/** The values of the fields of a record by their names, or the messages of their errors. Parts of the record have the same fields. */
function valuesOf(record: object): Record<string, unknown> {
  const names = memberNames(record).filter((name) => !['wechat', 'review', 'faceSync', 'live', 'link'].includes(name));
  return Object.assign(
    {},
    ...names.map((name) => {
      try {
        return values(record, [name]);
      } catch (error) {
        return { [name]: (error as Error).message };
      }
    }),
  );
}

test.each(reads)('a record of %s with strings for its numbers is decoded to the same values', (_read, raw, decode) => {
  expect(valuesOf(decode(asText(raw)))).toEqual(valuesOf(decode(raw)));
});

test.each(reads)('false, null, "" and a missing member of a record of %s are decoded to the same values', (_read, raw, decode) => {
  for (const key of Object.keys(raw).filter((name) => name !== 'form_id')) {
    const { [key]: _removed, ...without } = raw;
    const expected = valuesOf(decode(without));
    for (const empty of [null, '', false])
      expect({ key, empty, ...valuesOf(decode({ ...raw, [key]: empty })) }).toEqual({ key, empty, ...expected });
  }
});

test('an object whose keys are integers is a list in the order of the reply, large or small', () => {
  const ids = [5, 3, 9, 7];
  for (const name of ['Day Pass', 'x'.repeat(4096)]) {
    const rows = ids.map((id) => `"${id}":${JSON.stringify({ ...ticket, id, name })}`).join();
    expect(decoded(listTickets, `{"code":1,"data":{${rows}}}`).map(({ serviceId }) => serviceId)).toEqual(ids);
  }
  expect(() => decoded(listTickets, { code: 1, data: { a: ticket } })).toThrow(expect.objectContaining({ path: '$.data' }));
});

test.each([[null], [''], [false], [[]], [{}]])(
  'a reply with %j as its data is an empty list, an empty schedule and no articles',
  (data) => {
    expect(decoded(listTickets, { code: 1, data })).toEqual([]);
    expect(decoded(getFormFields, { code: 1, data })).toEqual([]);
    expect(decoded(listSchedule, { code: 1, data, total: 0 }).days).toEqual([]);
    const members = ['items', 'itemsCount', 'total', 'currentPage'];
    expect(values(decoded(listArticles, { code: 1, data }), members)).toEqual({ items: [], itemsCount: 0, total: 0, currentPage: 1 });
  },
);

/**
 * Reads a field of the first record that an endpoint decodes, where the reply has this JSON text as a member.
 * @param where the endpoint, the member and the field
 */
function valueFor(where: string, json: string, padding = ''): unknown {
  const [endpoint, member, field] = where.split(' ') as [string, string, string];
  const [, raw, decode] = reads.find(([name]) => name === endpoint)!;
  const marked = JSON.stringify({ ...raw, [member]: '@@', padding }).replace('"@@"', json);
  return values(decode(marked), [field])[field];
}

/** Both ways in which a reply is read: parsed, and scanned where it is a list of at least 4 kB. */
describe.each([
  ['parsed', ''],
  ['scanned', 'x'.repeat(5000)],
])('in a reply that is %s', (_, padding) => {
  test.each([
    ['listAttendees idcard idCardNumber', '110101199003078515', '110101199003078515'],
    ['listAttendees contact_data_id contactId', '9007199254740993', '9007199254740993'],
    ['listAttendees label label', '1e3', '1e3'],
    ['listAttendees contact name', '"a\\ud83d"', 'a\ufffd'],
    ['listAttendees contact name', '"\\ude00\\ud83d\\ude00"', '\ufffd😀'],
    ['listTickets money unitPrice', '199.90', '199.90'],
    ['listTickets money unitPrice', '1.5e3', '1500'],
    ['listTickets money unitPrice', '12345678901234567.89', '12345678901234567.89'],
    ['listTickets num totalStock', '600.0', 600],
    ['listTickets num totalStock', '6e2', 600],
    ['getAttendee points points', '0.1e-6', '0.0000001'],
    [
      'listAttendees content formAnswers',
      '{"a":110101199003078515,"b":[1e400,1.50,1e3]}',
      { a: '110101199003078515', b: ['1e400', 1.5, 1000] },
    ],
    ['listAttendees content formAnswers', '"{\\"a\\":110101199003078515}"', { a: '110101199003078515' }],
    ['listSchedule guest_more guests', '[{"id":1234567890123456789}]', [{ id: '1234567890123456789' }]],
    ['listSchedule guest_more guests', '{"5":"b","3":"a"}', ['b', 'a']],
    ['getFormFields value options', '{"2":"M","1":110101199003078515}', ['M', '110101199003078515']],
    ['getFormFields value options', '"{\\"2\\":\\"M\\",\\"1\\":1.50}"', ['M', '1.50']],
    ['getFormFields value options', '"[{\\"2\\":1,\\"1\\":2},\\"\\",null]"', ['{"2":1,"1":2}']],
    ['getFormFields value options', '["A","",null,false]', ['A']],
    ['getFormFields value options', '"null"', []],
    ['getFormFields custom_store storedValue', '110101199003078515', '110101199003078515'],
    ['getFormFields custom_store storedValue', '{}', null],
    ['getFormFields custom_store storedValue', '{"2":"b","1":12345678901234567890}', '{"2":"b","1":"12345678901234567890"}'],
    ['getFormFields hidden hidden', 'true', true],
    ['getFormFields hidden hidden', 'false', false],
    ['listArticles is_top pinned', 'true', true],
    ['listAttendees time registeredAt', '1775001600000', '2026-04-01T00:00:00.000Z'],
    ['listAttendees time registeredAt', '"1775001600123"', '2026-04-01T00:00:00.123Z'],
    ['listAttendees time registeredAt', '"0000-00-00 00:00:00"', null],
    ['listSchedule delete_time deletedAt', '"0000-00-00"', null],
    ['listSchedule create_time createdAt', '"0000-00-00 00:00:00"', null],
    ['listSchedule create_time createdAt', '"0000-00-00"', null],
    ['listArticles top_time pinnedUntil', '"0000-00-00 00:00:00"', null],
  ])('an endpoint decodes a member as a field (%s): %s is %j', (where, json, value) => {
    expect(valueFor(where, json, padding)).toEqual(value);
  });

  test.each([
    ['listTickets num totalStock', '600.00000000000000001', 'an integer'],
    ['listAttendees id serviceId', '9007199254740991.4', 'an integer'],
    ['listTickets money unitPrice', '1e1001', 'a decimal number'],
    ['listSchedule create_time createdAt', '"2026-02-30 10:00:00"', 'an existing date'],
    ['listSchedule create_time createdAt', '"2026-01-01 25:00:00"', 'an existing date'],
    ['listSchedule create_time createdAt', '"2026-01-01"', 'an existing date'],
    ['listArticles top_time pinnedUntil', '"2026-02-30 10:00"', 'an existing date'],
    ['listAttendees time registeredAt', '"2026-02-30"', 'an existing date'],
    ['listAttendees time registeredAt', '"2026-01-01 10:00:00"', 'Unix seconds: ACTIVITIES_FILE states no time zone'],
    ['listAttendees time registeredAt', '17750016000000', 'Unix seconds'],
    ['getFormFields value options', '110101199003078515', 'an array'],
    ['listSchedule link link', '110101199003078515', 'an object'],
  ])('an endpoint decodes a member as a field (%s): %s is an error', (where, json, expected) => {
    expect(() => valueFor(where, json, padding)).toThrow(`expected ${expected}`);
  });
});

test.each([
  ['19.90', '19.90'],
  [19.9, '19.9'],
  [0, '0'],
  ['0.00', '0.00'],
  [' 7 ', '7'],
  ['+5', '+5'],
  ['-0.50', '-0.50'],
  [1e21, '1000000000000000000000'],
  [1.5e23, '150000000000000000000000'],
  [1e23, '100000000000000000000000'],
  [1e-7, '0.0000001'],
  [1.25e-9, '0.00000000125'],
  [-2.5e-7, '-0.00000025'],
  ['', null],
  [null, null],
  [false, null],
])('the decimal %j is %p: with the same digits and without exponent', (raw, expected) => {
  expect(decodeDecimal(raw, position)).toBe(expected);
});

test.each(['1e5', 'abc', '1,5', '.5', '1.', '--1', 'Infinity', true, [1], { a: 1 }, Number.POSITIVE_INFINITY])(
  'the decimal %p is invalid',
  (raw) => {
    expect(() => decodeDecimal(raw, position)).toThrow('invalid reply');
  },
);

test('a reply whose code, total and counters are strings is decoded', () => {
  const { items, total } = decoded(listAttendees, { code: '1', data: [asText(listedAttendee)], total: '1200' });
  expect({ serviceId: items[0]!.serviceId, total }).toEqual({ serviceId: 7, total: 1200 });
  const data = { ...samples.listArticles.reply.data, itemsCount: '8' };
  expect(values(decoded(listArticles, { code: '1', data }), ['itemsCount'])).toEqual({ itemsCount: 8 });
});

test('a missing data member of a read is invalid, unlike an empty one', () => {
  for (const { endpoint, input } of sampledEndpoints.filter(({ endpoint: { repeatableBy } }) => repeatableBy === 'transport')) {
    expect(() => decoded(endpoint, { code: 1 }, input)).toThrow(
      expect.objectContaining({ code: 'UPSTREAM_INVALID_RESPONSE', path: '$.data' }),
    );
  }
  expect(() => decoded(listArticles, { code: 1, data: { list: [{ id: 1 }], total: 1 } })).toThrow(
    expect.objectContaining({ path: '$.data.data' }),
  );
});
