import type { FormField } from '../model/form-field.js';
import type { ActivityId } from '../model/ids.js';
import { always, type Endpoint } from './endpoint.js';
import { requiredMember } from './decode.js';
import { records } from './envelope.js';
import { FormFieldView } from './form-field.view.js';

/** §4.1: all fields of an activity's registration form, in the order of the service. */
export const getFormFields: Endpoint<void, readonly FormField[]> = {
  name: 'getFormFields',
  section: '4.1',
  method: 'GET',
  path: '/api/activity/getFields',
  auth: 'service',
  repeatable: always,
  cachedAs: 'fields',
  encode: (_input: void, activityId: ActivityId) => ({ query: [['activity_id', String(activityId)]] }),
  decode: ({ raw, source }, activityId) =>
    records(
      requiredMember(raw, 'data', source, 'an array'),
      source.child('data'),
      (record, position) => new FormFieldView(record, position, activityId),
    ),
};
