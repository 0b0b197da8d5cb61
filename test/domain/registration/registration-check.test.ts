/* Which registrations are refused before they are sent, and with which words. */

import fc from 'fast-check';
import { checkedForm, checkRegistration } from '../../../src/domain/registration/registration-check.js';
import type { NewRegistrant, NewRegistration } from '../../../src/records/registration.js';
import type { UserError } from '../../../src/records/user-error.js';
import { getFormFields } from '../../../src/service/endpoints.js';
import { decoded } from '../../service/sampled-endpoints.js';
import { codePoint } from '../../support/code-point.js';
import { times } from '../../support/times.js';

/** A field of a form as the service lists it. */
const rawField = (name: string, label: string, more: object = {}) => ({
  name,
  type: 'input',
  label,
  value: '',
  sort: 1,
  hidden: 0,
  ...more,
});
const rawForm = [
  rawField('name', 'Name'),
  rawField('mobile', 'Mobile'),
  rawField('name1613', 'Industry', { type: 'radio', value: '["Software","Research"]' }),
  rawField('name1614', 'Company', { sort: '4', hidden: '0' }),
  rawField('name1615', 'Identity number', { hidden: 1 }),
];
const form = decoded(getFormFields, { code: 1, data: rawForm });

const complete: NewRegistrant = {
  name: 'Wei',
  mobile: '10000000002',
  signCode: null,
  fields: [
    { name: 'name1613', value: 'Software' },
    { name: 'name1614', value: 'Harbour Ltd' },
  ],
};
const registration = (changes: Partial<NewRegistrant> = {}, contact = { name: 'Contact', mobile: '10000000001' }): NewRegistration => ({
  contact,
  channel: null,
  registrants: [{ ...complete, ...changes }],
});
const shown = ({ code, rule, field }: UserError) => [code, ...(rule === code ? [] : [rule]), field!.join('.')].join(' ');
const check = (given: NewRegistration, fieldsOfForm = form) => checkRegistration(given, checkedForm(fieldsOfForm));
const problems = async (given: NewRegistration) => (await check(given)).map(shown);
const fields = (...entries: [string, string][]) => entries.map(([name, value]) => ({ name, value }));

test('a complete registration has no problem, with or without a hidden field and a check-in code', async () => {
  expect(await problems(registration())).toEqual([]);
  expect(await problems(registration({ fields: [...complete.fields, { name: 'name1615', value: 'x' }], signCode: '1234567890' }))).toEqual(
    [],
  );
});

test.each<[what: string, given: NewRegistration, expected: string[]]>([
  [
    'a blank value counts as missing',
    registration({ fields: fields(['name1613', 'Software'], ['name1614', '  ']) }),
    ['REQUIRED attendees.0.fields.name1614'],
  ],
  [
    'names such as constructor are no fields of the form',
    registration({ fields: [...complete.fields, ...fields(['constructor', 'x'], ['toString', 'x'])] }),
    ['UNKNOWN_FIELD attendees.0.fields.2', 'UNKNOWN_FIELD attendees.0.fields.3'],
  ],
  [
    'a field cannot be given twice',
    registration({ fields: [...complete.fields, ...fields(['name1614', 'b'], ['name1614', 'c'])] }),
    ['INVALID SINGLE_VALUE attendees.0.fields.name1614'],
  ],
  [
    'the further values of a field are not checked',
    registration({
      fields: fields(['name1614', 'x'], ...['Software', 'b', 'c', 'd\ud800'].map((value): [string, string] => ['name1613', value])),
    }),
    ['INVALID SINGLE_VALUE attendees.0.fields.name1613'],
  ],
  [
    'name and mobile cannot be given in fields',
    registration({ fields: [...complete.fields, ...fields(['name', 'x'], ['mobile', 'x'])] }),
    ['INVALID SINGLE_VALUE attendees.0.fields.name', 'INVALID SINGLE_VALUE attendees.0.fields.mobile'],
  ],
  ['a check-in code of 10 characters beyond the basic plane is short enough', registration({ signCode: '😀'.repeat(10) }), []],
])('a registration is checked: %s', async (_what, given, expected) => expect(await problems(given)).toEqual(expected));

test.each<[path: string, (text: string) => NewRegistration]>([
  ['contact.name', (text) => registration({}, { name: text, mobile: '1' })],
  ['contact.mobile', (text) => registration({}, { name: 'x', mobile: text })],
  ['channel', (text) => ({ ...registration(), channel: text })],
  ['attendees.0.name', (text) => registration({ name: text })],
  ['attendees.0.mobile', (text) => registration({ mobile: text })],
  ['attendees.0.fields.name1614', (text) => registration({ fields: fields(['name1613', 'Software'], ['name1614', text]) })],
  ['attendees.0.signCode', (text) => registration({ signCode: text })],
])('a lone surrogate in %s is a problem, because it would be sent as another character', async (path, given) => {
  expect(await problems(given('A\ud800'))).toEqual([`INVALID UNICODE ${path}`]);
});

test('all problems of all registrants are returned at once, in the order of the input', async () => {
  const given: NewRegistration = {
    contact: { name: ' ', mobile: '' },
    channel: null,
    registrants: [complete, { name: '', mobile: '\t', fields: fields(['name1613', 'software'], ['oops', 'x']), signCode: 'x'.repeat(11) }],
  };
  expect(await problems(given)).toEqual([
    'REQUIRED contact.name',
    'REQUIRED contact.mobile',
    'REQUIRED attendees.1.name',
    'REQUIRED attendees.1.mobile',
    'INVALID OPTION attendees.1.fields.name1613',
    'UNKNOWN_FIELD attendees.1.fields.1',
    'REQUIRED attendees.1.fields.name1614',
    'TOO_LONG MAX_LENGTH attendees.1.signCode',
  ]);
});

test('a registration has a thousand problems at most, however many registrants and fields there are', async () => {
  const formOf = (length: number) =>
    decoded(getFormFields, {
      code: 1,
      data: times(length, (index) => ({ ...rawForm[3], name: `name${index}`, sort: index })),
    });
  const registrants = times(1_000, () => ({ ...complete, name: '', fields: [] }));
  const unknown = times(5_000, (index) => ({ name: `unknown${index}`, value: '' }));
  const found = await check({ ...registration(), registrants }, formOf(50));
  expect(found).toHaveLength(1_000);
  expect(found.at(-1)!.field!.slice(0, 2)).toEqual(['attendees', '19']);
  expect(await check(registration({ fields: unknown }), formOf(50))).toHaveLength(1_000);
});

test('a registration without attendees is a problem, reported with those of the contact and the channel', async () => {
  const given = { contact: { name: '', mobile: '1' }, channel: 'A\ud800', registrants: [] };
  expect(await problems(given)).toEqual(['REQUIRED contact.name', 'INVALID UNICODE channel', 'INVALID NOT_EMPTY attendees']);
});

describe('a value that is certainly a mistake is a problem', () => {
  const typed = decoded(getFormFields, {
    code: 1,
    data: [
      { name: 'name1', type: 'date', label: '抵达日期 Arrival', sort: 1, hidden: 0 },
      { name: 'name2', type: 'avatar', label: ' 照片\n Photo ', sort: 2, hidden: 0 },
      { name: 'name3', type: 'input', label: '邮箱 E-mail', sort: 3, hidden: 0 },
      { name: 'email', type: 'input', label: '', sort: 4, hidden: 0 },
      { name: 'name5', type: 'input', label: 'E-mail or phone', sort: 5, hidden: 0 },
      { name: 'name6', type: 'radio', label: 'Industry', value: '["Software"]', sort: 6, hidden: 0 },
      { name: 'name7', type: 'input', sort: 7, hidden: 0 },
      { name: 'name8', type: 'DATE', label: 'Departure', sort: 8, hidden: 1 },
      { name: 'name', type: 'input', label: '姓名 Name', sort: 9, hidden: 0 },
    ],
  });
  const sound = {
    name1: '2026-05-15',
    name2: 'https://a.example/me.jpg',
    name3: 'a@b.cn',
    email: 'a@b.cn',
    name5: '123',
    name6: 'Software',
    name7: 'any',
    name8: '',
  };
  const problemsOf = (changes: Partial<Record<keyof typeof sound, string>>, name = 'Wei') => {
    const values = Object.entries({ ...sound, ...changes }).filter(([, value]) => value !== '') as [string, string][];
    return check(registration({ name, fields: fields(...values) }), typed);
  };

  test.each(['email', 'eamil', 'Email'])('the field %s is for an e-mail address, whatever its label is', async (name) => {
    const emailForm = decoded(getFormFields, { code: 1, data: [{ name, type: 'input', label: 'Contact', sort: 1, hidden: 0 }] });
    const refused = await check(registration({ fields: fields([name, 'neither']) }), emailForm);
    expect(refused.map(({ message }) => message)).toEqual(['Contact: enter an e-mail address, such as name@example.com.']);
  });

  test.each<[kind: string, key: keyof typeof sound, accepted: string[], refused: string[]]>([
    [
      'a date field',
      'name1',
      [
        '2026-05-15',
        '2026-5-5',
        '2026/05/15',
        '2026.05.15',
        '20260515',
        ' 2026-05-15 ',
        '2024-02-29',
        '2026-05-15 09:30',
        '2026-05-15 9:30:00',
        '2026-05-15T09:30:00.000Z',
        '2026-05-15T09:30:00+08:00',
        '2026年5月15日',
        '２０２６-０５-１５',
        '2026-05',
        '2026年5月',
      ],
      [
        'next friday',
        '2026-02-30',
        '2025-02-29',
        '2026-13-01',
        '2026-00-10',
        '2026-05-00',
        '2026-05/15',
        '15.05.2026',
        '2026',
        '2026-05-15 25:00',
        '2026-05-15 and more',
        `2026-05-15T09:30:00.${'0'.repeat(1_000)}Z`,
        '0',
        '-',
      ],
    ],
    [
      'a picture field',
      'name2',
      [
        'https://a.example/me.jpg',
        'HTTP://a.example/?id=7',
        'https://图片.example/照片.png',
        '//cdn.example/me.png',
        '/uploads/2026/me.jpg',
        'uploads/2026/me.jpeg',
        'data:image/png;base64,iVBORw0KGgo=',
        'data:image/svg+xml;charset=utf-8;base64,PHN2Zz4=',
        `/9j/${'A'.repeat(80)}`,
        `iVBORw0KGgo${'A'.repeat(80)}==`,
      ],
      [
        'banana',
        'my photo',
        'https://',
        'http:',
        'data:text/html;base64,PGI+',
        'data:image/png,raw',
        'javascript:alert(1)',
        'see my profile',
        'me.jpg',
      ],
    ],
    [
      'a field with the label of an e-mail address',
      'name3',
      ['a@b.cn', 'first.last+tag@sub.example.com', '张伟@例子.中国', 'a@b.cn; c@d.cn', '"a b"@c.example', 'Wei <a@b.cn>', 'root@localhost'],
      ['not-an-email', '@', 'a@', '@b.cn', 'a @ b', '13800138000'],
    ],
    ['a field whose label names more than an e-mail address', 'name5', ['13800138000', 'none'], []],
  ])('%s accepts values that may be meant, and refuses certain mistakes', async (_kind, key, accepted, refused) => {
    const found: string[] = [];
    for (const value of [...accepted, ...refused]) if ((await problemsOf({ [key]: value })).length > 0) found.push(value);
    expect(found).toEqual(refused);
  });

  test('every existing date is accepted in each notation, and no text makes a check slow or throw', async () => {
    await fc.assert(
      fc.asyncProperty(fc.date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true }), async (date) => {
        const day = date.toISOString().slice(0, 10);
        for (const written of [day, date.toISOString(), day.replaceAll('-', '/'), day.replaceAll('-', '')])
          expect(await problemsOf({ name1: written })).toEqual([]);
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: codePoint }), async (text) => {
        for (const key of ['name1', 'name2', 'name3'] as const) expect((await problemsOf({ [key]: text })).length).toBeLessThan(3);
      }),
    );
    for (const long of [' ', '1', 'a/', '@', '/9j/A', 'data:image/png;base64,A', 'data:image/a;a;', '年'])
      await problemsOf({ name1: long.repeat(50_000), name2: long.repeat(50_000), name3: long.repeat(50_000) });
  });

  test.each([
    ['Base64', '/9j/', 'A', '', 0],
    ['a data URL', 'data:image/png;base64,', 'A', '==', 0],
    ['a data URL of parameters only', 'data:image/png', ';a', '', 1],
    ['a path', '/', 'a', '', 0],
  ])('a picture of 20 million characters is checked without overflowing the stack: %s', async (_what, start, repeated, end, count) => {
    const picture = start + repeated.repeat(20_000_000 / repeated.length) + end;
    expect(await problemsOf({ name2: picture })).toHaveLength(count);
  });
});

describe('form fields that cannot be read, or are of an unknown type', () => {
  const radio = { name: 'name1616', type: 'radio', label: 'Size', value: '["S","M"]', sort: 6, hidden: 0 };
  const problemsWith = async (changes: object, values: string) => {
    const broken = decoded(getFormFields, { code: 1, data: [{ ...radio, ...changes }, ...rawForm] });
    const given = registration({
      fields: [...complete.fields, ...[...new URLSearchParams(values)].map(([name, value]) => ({ name, value }))],
    });
    return (await check(given, broken)).map(shown).join();
  };

  test.each([
    ['without a readable name, only the others are checked', { name: {} }, 'name9=x', 'UNKNOWN_FIELD attendees.0.fields.2'],
    ['without a name, no value can be given for it', { name: '' }, 'name1616=S', 'UNKNOWN_FIELD attendees.0.fields.2'],
    ['without a readable visibility, it is not required', { hidden: 'no' }, '', ''],
    ['without a readable visibility, its value is checked', { hidden: 'no' }, 'name1616=L', 'INVALID OPTION attendees.0.fields.name1616'],
    ['without a readable type, it accepts any value', { type: {} }, 'name1616=L', ''],
    ['without a readable type, it is required', { type: {} }, '', 'REQUIRED attendees.0.fields.name1616'],
    ['of an unknown type, it accepts any value', { type: 'file' }, 'name1616=L', ''],
    ['of an unknown type, it is required', { type: 'file' }, '', 'REQUIRED attendees.0.fields.name1616'],
    ['without readable options, it accepts any value', { value: 'S, M' }, 'name1616=L', ''],
    ['without options, it accepts any value', { value: '' }, 'name1616=L', ''],
    ['with objects as options, it accepts any value', { value: '[{"label":"Large"}]' }, 'name1616=L', ''],
    ['without readable options, it is required', { value: 'S, M' }, '', 'REQUIRED attendees.0.fields.name1616'],
    ['without a readable label, its value is checked', { label: {} }, 'name1616=L', 'INVALID OPTION attendees.0.fields.name1616'],
    ['without a readable order, its value is checked', { sort: {} }, 'name1616=S', ''],
    ['of a name that the form has twice, it counts once', { name: 'name1614' }, '', 'INVALID OPTION attendees.0.fields.name1614'],
  ])('a form field %s', async (_what, changes, values, expected) => expect(await problemsWith(changes, values)).toBe(expected));
});

test('no problem contains a value, or a name that the form does not have', async () => {
  const canary = fc.string({ unit: fc.constantFrom('Ω', '7', ' ', '@', '中') }).map((text) => `Ω7 ${text}`);
  const name = fc.oneof(fc.constantFrom('name', 'mobile', 'name1613', 'name1614', 'name1615', 'Alice'), canary);
  const registrant = fc.record({
    name: fc.oneof(canary, fc.constant('')),
    mobile: fc.oneof(canary, fc.constant('')),
    signCode: fc.oneof(canary, fc.constant(null)),
    fields: fc.array(fc.record({ name, value: canary }), { maxLength: 5 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        contact: fc.record({ name: canary, mobile: fc.oneof(canary, fc.constant(' ')) }),
        channel: canary,
        registrants: fc.array(registrant),
      }),
      async (given) => {
        expect(JSON.stringify(await check(given))).not.toMatch(/Alice|Ω|@|中|7 /);
      },
    ),
  );
});

test('each field of the form is decoded once for all registrants, between whom other work is done', async () => {
  const read: string[] = [];
  const watched = form.map(
    (field) =>
      new Proxy(field, {
        get(of, name) {
          read.push(`${of.name} ${String(name)}`);
          return Reflect.get(of, name, of) as unknown;
        },
      }),
  );
  let turns = 0;
  let over = false;
  const count = () => void (turns++, !over && setImmediate(count));
  setImmediate(count);
  expect(await check({ ...registration(), registrants: times(7_000, () => complete) }, watched)).toEqual([]);
  over = true;
  expect(read.filter((each) => each === 'name1613 options')).toHaveLength(1);
  expect(read).toHaveLength(new Set(read).size);
  expect(turns).toBeGreaterThan(3);
});
