/* Which form answers an attendee has. The fields of the graph with them are tested in test/graph/types/attendee. */

import { formAnswerByName, formAnswersInOrder, fieldsByName, FormFields } from '../../../src/domain/registration/form-fields.js';
import type { OperationUpstream } from '../../../src/domain/upstream.js';
import type { JsonObject } from '../../../src/primitives/json-text.js';
import type { FormField } from '../../../src/records/form-field.js';
import { getFormFields } from '../../../src/service/endpoints.js';
import { activityId, decoded } from '../../service/sampled-endpoints.js';
import { times } from '../../support/times.js';

test.each(['constructor', 'toString', '__proto__'])(
  'a form field named %s has a form answer only if the attendee has given one',
  (name) => {
    const fields = decoded(getFormFields, { code: 1, data: [{ name, type: 'input', label: 'Label', sort: 1, hidden: 0 }] });
    const form = fieldsByName(fields);
    expect({ inOrder: formAnswersInOrder({}, form), byName: formAnswerByName(name, {}, form) }).toEqual({ inOrder: [], byName: null });
    const given = Object.assign(Object.create(null) as JsonObject, { first: 'x' }, { [name]: 'y' });
    expect(formAnswersInOrder(given, form).map(({ value }) => value)).toEqual(['y', 'x']);
  },
);

test('the names and the order of the fields of a form are read once, however many attendees have form answers', async () => {
  let reads = 0;
  let sorts = 0;
  const fields = times(100, (index) => ({
    get sort() {
      sorts += 1;
      return -index;
    },
    get name() {
      reads += 1;
      return `name${index}`;
    },
  }));
  const formFields = new FormFields({ read: async () => fields as unknown as FormField[] } as unknown as OperationUpstream, activityId);
  const formAnswers: JsonObject = Object.fromEntries(times(150, (index) => [`name${index}`, 'a']));
  for (let attendee = 0; attendee < 20; attendee += 1) {
    const form = await formFields.byName();
    expect(formAnswersInOrder(formAnswers, form).filter(({ field }) => field !== null)).toHaveLength(100);
    expect(formAnswerByName('name99', formAnswers, form)?.field).toBe(fields[99]);
  }
  expect({ reads, sorts }).toEqual({ reads: 100, sorts: 100 });
});
