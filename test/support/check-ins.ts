/* Pushed check-ins, and their subscribers. */

import { everyScopeKey, type ProgramUnderTest } from './program.js';
import { subscriptionClient, type Protocol } from './subscription-clients.js';

export const hookSecret = 'CANARY-hook+secret/of-32-bytes-and-more=';

type Pushing = Pick<ProgramUnderTest, 'url'>;

/** Pushes a check-in as the service does. Without a body of its own it is JSON. */
export function push(program: Pushing, payload: unknown, { activityId = 1001, secret = hookSecret } = {}): Promise<Response> {
  return fetch(`${program.url}/hooks/check-in/${activityId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: JSON.stringify(payload),
  });
}

export type CheckInSubscriber = Awaited<ReturnType<typeof subscriber>>;

interface SubscriberOptions {
  readonly protocol?: Protocol;
  readonly key?: string;
  readonly activityId?: number;
  /** The program that receives the push which shows that the subscription has begun. */
  readonly hookOf?: Pushing;
}

/**
 * Subscribes to check-ins, and returns once the subscription has begun: it pushes until one push arrives, and then receives the
 * others. Operations must select `payload`.
 */
export async function subscriber(
  program: Pushing,
  selection: string,
  { protocol = 'graphql-ws', key = everyScopeKey, activityId = 1001, hookOf = program }: SubscriberOptions = {},
) {
  const client = subscriptionClient(program, protocol, { authorization: `Bearer ${key}` });
  const results = client.iterate<any>({ query: `subscription CheckIns { checkIns(activityId: "${activityId}") { ${selection} } }` });
  /** Returns the next result; null when the server has completed the subscription. */
  const next = async (): Promise<any> => {
    // A client over WebSocket rejects with a list of errors, which is no Error.
    const { value, done } = await results.next().catch((error: unknown) => {
      throw error instanceof Error ? error : new Error(JSON.stringify(error));
    });
    return done ? null : value;
  };
  const first = next();
  const state = { begun: false };
  void first.finally(() => (state.begun = true)).catch(() => {});
  let number = 0;
  for (; !state.begun; number += 1) {
    await push(hookOf, { series: number }, { activityId });
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  let result = await first;
  while (result !== null && result.data?.checkIns?.payload?.series < number - 1) result = await next();
  if (result?.errors && !result.data?.checkIns) throw new Error(JSON.stringify(result.errors));
  return {
    next,
    leave: async () => {
      await results.return!();
      await client.dispose();
    },
  };
}
