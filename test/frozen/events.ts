import type { HttpResponse, Ask, FrozenProgram } from './program.js';

const secret = 'hook-secret-of-32-bytes-and-more=';
/** The settings of a program that receives pushes. */
export const hook = { CHECK_IN_HOOK_SECRETS: secret, CHECK_IN_HOOK_ATTENDEE: '/participant' };

/** Pushes a check-in as the service does. */
export const pushCheckIn = (program: FrozenProgram, body: string, { activity = '1001', bearer = secret } = {}): Promise<Response> =>
  fetch(`${program.url}/hooks/check-in/${activity}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
    body,
  });

/** Pushes a check-in again and again until a promise is settled, because no message states that a subscription has begun. */
export async function pushUntil(program: FrozenProgram, done: Promise<unknown>, payload: unknown): Promise<void> {
  const state = { done: payload === undefined };
  void done.then(
    () => (state.done = true),
    () => (state.done = true),
  );
  while (!state.done) {
    await (await pushCheckIn(program, JSON.stringify(payload))).arrayBuffer();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await done;
}

/** Whether the text of an event stream has an event with a result of a subscription. */
const hasEvent = /^event: ?next\ndata: ?\{.*\n/m;

/** Reads the event stream of a subscription up to its first event, that of another operation to its end. Comments are left out. */
export async function eventStream(program: FrozenProgram, ask: Ask, push?: unknown): Promise<{ response: HttpResponse; text: string }> {
  const response = await program.ask({ path: '/graphql/stream', ...ask, headers: { accept: 'text/event-stream' } });
  const reading = (async () => {
    let text = '';
    for await (const chunk of response.body.setEncoding('utf8')) {
      text += chunk as string;
      if (ask.query?.startsWith('subscription') && hasEvent.test(text)) break;
    }
    return text.replaceAll(/^:.*\n+/gm, '');
  })();
  await pushUntil(program, reading, push);
  return { response, text: await reading };
}

/** The first result in the text of an event stream, or the text itself if it is none. */
export const firstResult = (text: string): unknown => JSON.parse(/^data: ?(\{.*)$/m.exec(text)?.[1] ?? text);
