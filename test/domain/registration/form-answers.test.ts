/* Which form answers an attendee has. The fields of the graph with them are tested in test/graph/types/attendee. */

import { formAnswerByName, formAnswersInOrder } from '../../../src/domain/registration/form-answers.js';
import { getFormFields } from '../../../src/endpoint/form-field.js';
import type { JsonObject } from '../../../src/primitives/json.js';
import { decoded } from '../../endpoint/sampled-endpoints.js';

test.each(['constructor', 'toString', '__proto__'])(
  'a form field named %s has a form answer only if the attendee has given one',
  (name) => {
    const form = decoded(getFormFields, { code: 1, data: [{ name, type: 'input', label: 'Label', sort: 1, hidden: 0 }] });
    expect({ inOrder: formAnswersInOrder({}, form), byName: formAnswerByName(name, {}, form) }).toEqual({ inOrder: [], byName: null });
    const given = Object.assign(Object.create(null) as JsonObject, { first: 'x' }, { [name]: 'y' });
    expect(formAnswersInOrder(given, form).map(({ value }) => value)).toEqual(['y', 'x']);
  },
);
