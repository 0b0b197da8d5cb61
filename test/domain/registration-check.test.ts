import fc from 'fast-check';
import { checkRegistration } from '../../src/domain/registration-check.js';
import { Registrations } from '../../src/domain/registrations.js';
import { RegistrationForm } from '../../src/domain/registration-form.js';
import { getFormFields } from '../../src/endpoint/form-field.js';
import type { NewRegistrant, NewRegistration } from '../../src/model/registration.js';
import { activityId, decoded } from '../endpoint/operations.js';
import { upstreamOf } from './service.js';

const rawForm = [
  { name: 'name', type: 'input', label: 'Name', value: '', sort: 1, hidden: 0 },
  { name: 'mobile', type: 'input', label: 'Mobile', value: '', sort: 2, hidden: 0 },
  { name: 'name1613', type: 'radio', label: 'Industry', value: '["Software","Research"]', sort: 3, hidden: 0 },
  { name: 'name1614', type: 'input', label: 'Company', value: '', sort: '4', hidden: '0' },
  { name: 'name1615', type: 'input', label: 'Identity number', value: '', sort: 5, hidden: 1 },
];
const form = decoded(getFormFields, { code: 1, data: rawForm });

const complete: NewRegistrant = {
  name: 'Wei', mobile: '10000000002', signCode: null,
  fields: [{ name: 'name1613', value: 'Software' }, { name: 'name1614', value: 'Harbour Ltd' }],
};
const registration = (changes: Partial<NewRegistrant> = {}, contact = { name: 'Contact', mobile: '10000000001' }): NewRegistration => ({
  contact, channel: null, registrants: [{ ...complete, ...changes }],
});
const problems = (given: NewRegistration) => checkRegistration(given, form).map(({ code, field }) => [code, field!.join('.')]);
const fields = (...entries: [string, string][]) => entries.map(([name, value]) => ({ name, value }));

test('what is complete has no problem', () => {
  expect(problems(registration())).toEqual([]);
  expect(problems(registration({ fields: [...complete.fields, { name: 'name1615', value: 'x' }], signCode: '1234567890' }))).toEqual([]);
});

test.each<[law: string, given: NewRegistration, expected: string[][]]>([
  ['a contact needs a name', registration({}, { name: ' ', mobile: '1' }), [['REQUIRED', 'contact.name']]],
  ['a contact needs a mobile', registration({}, { name: 'x', mobile: '' }), [['REQUIRED', 'contact.mobile']]],
  ['a registrant needs a name', registration({ name: '' }), [['REQUIRED', 'attendees.0.name']]],
  ['a registrant needs a mobile', registration({ mobile: '\t' }), [['REQUIRED', 'attendees.0.mobile']]],
  ['a visible field needs a value', registration({ fields: fields(['name1613', 'Software']) }), [['REQUIRED', 'attendees.0.fields.name1614']]],
  ['a blank value is none', registration({ fields: fields(['name1613', 'Software'], ['name1614', '  ']) }), [['REQUIRED', 'attendees.0.fields.name1614']]],
  ['a hidden field needs none', registration({ fields: complete.fields }), []],
  ['a field must be in the form', registration({ fields: [...complete.fields, { name: 'name9', value: 'x' }] }), [['UNKNOWN_FIELD', 'attendees.0.fields.name9']]],
  ['a choice takes its options only', registration({ fields: fields(['name1613', 'software'], ['name1614', 'x']) }), [['INVALID', 'attendees.0.fields.name1613']]],
  ['a field is given once', registration({ fields: [...complete.fields, { name: 'name1614', value: 'b' }, { name: 'name1614', value: 'c' }] }), [['INVALID', 'attendees.0.fields.name1614']]],
  ['name stands beside the fields', registration({ fields: [...complete.fields, { name: 'name', value: 'x' }] }), [['INVALID', 'attendees.0.fields.name']]],
  ['mobile stands beside the fields', registration({ fields: [...complete.fields, { name: 'mobile', value: 'x' }] }), [['INVALID', 'attendees.0.fields.mobile']]],
  ['a sign code has at most 10 characters', registration({ signCode: '12345678901' }), [['TOO_LONG', 'attendees.0.signCode']]],
  ['a sign code of 10 characters beyond the basic plane is short enough', registration({ signCode: '😀'.repeat(10) }), []],
])('%s', (_law, given, expected) => expect(problems(given)).toEqual(expected));

test('every problem of every registrant is told at once, in the order of the input', () => {
  const given: NewRegistration = {
    contact: { name: '', mobile: '' }, channel: null,
    registrants: [complete, { name: '', mobile: '', fields: fields(['name1613', 'Other'], ['oops', 'x']), signCode: 'x'.repeat(11) }],
  };
  expect(problems(given)).toEqual([
    ['REQUIRED', 'contact.name'], ['REQUIRED', 'contact.mobile'], ['REQUIRED', 'attendees.1.name'], ['REQUIRED', 'attendees.1.mobile'],
    ['INVALID', 'attendees.1.fields.name1613'], ['UNKNOWN_FIELD', 'attendees.1.fields.oops'], ['REQUIRED', 'attendees.1.fields.name1614'],
    ['TOO_LONG', 'attendees.1.signCode'],
  ]);
});

test('a name such as constructor is no field of the form', () => {
  const given = registration({ fields: [...complete.fields, { name: 'constructor', value: 'x' }, { name: 'toString', value: 'x' }] });
  expect(problems(given).map(([code]) => code)).toEqual(['UNKNOWN_FIELD', 'UNKNOWN_FIELD']);
});

test('no problem ever repeats a value, nor a name that is no field key', () => {
  const canary = fc.string({ unit: fc.constantFrom('Ω', '7', ' ', '@', '中') }).map((text) => `Ω7 ${text}`);
  const name = fc.oneof(fc.constantFrom('name', 'mobile', 'name1613', 'name1614', 'name1615'), canary);
  const registrant = fc.record({
    name: fc.oneof(canary, fc.constant('')), mobile: fc.oneof(canary, fc.constant('')), signCode: fc.oneof(canary, fc.constant(null)),
    fields: fc.array(fc.record({ name, value: canary }), { maxLength: 5 }),
  });
  fc.assert(
    fc.property(fc.record({ contact: fc.record({ name: canary, mobile: fc.oneof(canary, fc.constant(' ')) }), channel: canary, registrants: fc.array(registrant) }), (given) => {
      const told = JSON.stringify(checkRegistration(given, form));
      expect(told).not.toMatch(/Ω|@|中|7 /);
    }),
  );
});

test('a check reads the form once and sends nothing; nobody to register is told without asking', async () => {
  const { upstream, asked } = upstreamOf(() => ({ code: 1, data: rawForm }));
  const registrations = new Registrations(upstream, activityId, new RegistrationForm(upstream, activityId), undefined as never, undefined as never);
  expect(await registrations.check({ ...registration(), registrants: [] }, null)).toEqual([{ code: 'INVALID', message: expect.any(String), field: ['attendees'] }]);
  expect(asked).toEqual([]);
  const { outcome, userErrors } = await registrations.add(registration({ name: '' }), { callerName: 'test', idempotencyKey: null });
  expect([outcome, userErrors.length]).toEqual([null, 1]);
  expect(await registrations.check(registration(), 'short')).toEqual([{ code: 'INVALID', message: expect.any(String), field: ['idempotencyKey'] }]);
  expect(asked.map(({ path }) => path)).toEqual(['/api/activity/getFields']);
});
