/* The sandbox as the event service of the program: it pushes check-ins to it. */

import { readConfig } from '../../src/config/config.js';
import { start } from '../../src/program/start.js';
import { createLog } from '../../src/server/telemetry/log.js';

test('without a setting, the check-ins of the sandbox reach subscribers of the graph by its own hook, with their attendees', async () => {
  const config = readConfig({
    PORT: '0',
    ADMIN_PORT: '0',
    LOG_FORMAT: 'json',
    // With this seed the first event is a check-in.
    SANDBOX_SEED: '4',
  });
  const secret = config.checkInHook.secrets[0]!.reveal();
  let logged = '';
  const program = await start(config, createLog(config.log, { write: (line: string) => void (logged += line) }));
  const response = await fetch(`${program.url}/graphql/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ query: 'subscription { checkIns { activityId payload attendee { serviceId name } } }' }),
  });
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    if (/^data: \{.*\}$/m.test(text)) break;
  }
  const { data } = JSON.parse(/^data: (\{.*\})$/m.exec(text)![1]!);
  const { activityId, payload, attendee } = data.checkIns;
  expect({ activityId, formId: payload.form_id }).toEqual({ activityId: '1001', formId: 1001 });
  expect(attendee).toEqual({ serviceId: String(payload.id), name: payload.contact });
  await program.close();
  expect(logged).not.toContain(secret);
}, 120_000);
