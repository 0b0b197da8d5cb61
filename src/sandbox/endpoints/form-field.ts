import { digits, json, Rejection, type SandboxEndpoint } from '../endpoint.js';

/** §4.1: the fields of the activity's form. The query and the header must name the same activity. */
export const getFormFields: SandboxEndpoint = {
  section: '4.1',
  method: 'GET',
  path: '/api/activity/getFields',
  auth: 'service',
  parametersIn: 'query',
  required: ['activity_id'],
  handle: ({ activity, parameters }) => {
    if (digits(parameters, 'activity_id') !== activity.id) {
      throw new Rejection('Parameter activity_id must be the ActivityId of Service-Auth.');
    }
    return json({ code: 1, data: activity.seed.formFields });
  },
};
