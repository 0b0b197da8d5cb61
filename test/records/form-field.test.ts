/* The kinds of form fields, what each kind has, and the activity that a field belongs to. */

import { getFormFields } from '../../src/service/endpoints.js';
import { decoded, values } from '../service/sampled-endpoints.js';
import { formField } from '../service/samples.js';

test('§2.1: a radio field has options and no default value; other fields have a default value and no options', () => {
  const [radio, date] = decoded(getFormFields, { code: 1, data: [formField, { ...formField, type: 'date', value: '2026-05-15' }] });
  expect(values(radio!, ['defaultValue', 'options'])).toEqual({ defaultValue: null, options: ['Software', 'Research'] });
  expect(values(date!, ['defaultValue', 'options'])).toEqual({ defaultValue: '2026-05-15', options: null });
});

test.each([
  ['input', 'INPUT'],
  ['radio', 'RADIO'],
  ['avatar', 'AVATAR'],
  ['date', 'DATE'],
  ['checkbox', 'OTHER'],
])('§2.1: a field of type %s is of kind %s', (type, kind) => {
  const [field] = decoded(getFormFields, { code: 1, data: [{ ...formField, type }] });
  expect({ type: field!.type, kind: field!.kind }).toEqual({ type, kind });
});

test.each([1001, '1001', 1002, 0, '', null, undefined, {}])(
  '§4.1: a field belongs to the requested activity, also with the form_id %j',
  (form_id) => {
    const [field] = decoded(getFormFields, { code: 1, data: [{ ...formField, form_id }] });
    expect(values(field!, ['activityId', 'name'])).toEqual({ activityId: 1001, name: formField.name });
  },
);
