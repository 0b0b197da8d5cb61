import { digits, json, Refusal, type Operation } from './operation.js';

/** §4.1. The activity is named twice, in the query and in the header, and must be the same. */
export const getFormFields: Operation = {
  section: '4.1',
  method: 'GET',
  path: '/api/activity/getFields',
  auth: 'service',
  parametersIn: 'query',
  required: ['activity_id'],
  handle: ({ activity, parameters }) => {
    if (digits(parameters, 'activity_id') !== activity.id) {
      throw new Refusal('Parameter activity_id is another activity than the one of Service-Auth.');
    }
    return json({ code: 1, data: activity.seed.formFields });
  },
};
