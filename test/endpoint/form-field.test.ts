import { getFormFields } from '../../src/endpoint/form-field.js';
import type { CheckInField, FormField } from '../../src/model/form-field.js';
import { formField, samples } from './samples.js';
import { decoded, values, type Members } from './sampled-endpoints.js';

const decodedFormField: Members<FormField & Pick<CheckInField, 'storedValue'>> = {
  name: 'name1613',
  type: 'radio',
  kind: 'RADIO',
  label: 'Industry',
  defaultValue: null,
  options: ['Software', 'Research'],
  sort: 3,
  hidden: false,
  placeholder: 'Pick one',
  activityId: 1001,
  storedValue: null,
};

test('§2.1: every member of a form field is decoded', () => {
  expect(decoded(getFormFields, samples.getFormFields.reply).map((field) => values(field, Object.keys(decodedFormField)))).toEqual([
    decodedFormField,
  ]);
  const [plain] = decoded(getFormFields, { code: 1, data: [{ ...formField, type: 'date', value: '2026-05-15', hidden: 1 }] });
  expect(values(plain!, ['kind', 'defaultValue', 'options', 'hidden'])).toEqual({
    kind: 'DATE',
    defaultValue: '2026-05-15',
    options: null,
    hidden: true,
  });
});

test.each([
  ['input', 'INPUT'],
  ['radio', 'RADIO'],
  ['avatar', 'AVATAR'],
  ['date', 'DATE'],
  ['checkbox', 'OTHER'],
])('§2.1: a field of type %s is of kind %s', (type, kind) => {
  const [field] = decoded(getFormFields, { code: 1, data: [{ ...formField, type }] });
  expect([field!.type, field!.kind]).toEqual([type, kind]);
});
