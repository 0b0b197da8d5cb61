/* The sandbox as the event service of the program: it pushes check-ins to it. */

import { readConfig } from '../../src/config/config.js';
import { sandboxProgram } from '../support/program.js';
import { subscribe } from '../support/subscription-clients.js';

test('without a setting, the check-ins of the sandbox reach subscribers of the graph by its own hook, with their attendees', async () => {
  // With this seed the first event is a check-in.
  const program = await sandboxProgram({ SANDBOX_SEED: '4' });
  const query = 'subscription { checkIns { activityId payload attendee { serviceId name } } }';
  const { next, leave } = subscribe(program, 'graphql-sse', { query });
  const { activityId, payload, attendee } = (await next()).data.checkIns;
  expect({ activityId, formId: payload.form_id }).toEqual({ activityId: '1001', formId: 1001 });
  expect(attendee).toEqual({ serviceId: String(payload.id), name: payload.contact });
  await leave();
  expect(program.logs()).not.toContain(readConfig({}).checkInHook.secrets[0]!.reveal());
});
