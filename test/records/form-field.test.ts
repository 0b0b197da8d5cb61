/* The kinds of form fields, and what each kind has. */

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
