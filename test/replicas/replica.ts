import { createHash } from 'node:crypto';
import { type ChildProgram, startChild } from '../support/child-program.js';
import type { GraphqlResponse } from '../support/graph.js';

const apiKey = 'key-of-the-matrix';
const add = `mutation Add($input: AddAttendeesInput!) {
  addAttendees(input: $input) { replayed registrations { orderId } userErrors { code } }
}`;

/** Starts the program as a process with a Redis. */
export const startReplica = (serviceUrl: string, redisUrl: string): Promise<ChildProgram> =>
  startChild({
    EVENT_SERVICE_URL: serviceUrl,
    EVENT_SERVICE_PUBLIC_KEY: 'public',
    EVENT_SERVICE_PRIVATE_KEY: 'private',
    EVENT_SERVICE_ACTIVITY_IDS: '1001',
    EVENT_SERVICE_TIMEOUT_MS: '20000',
    EVENT_SERVICE_NOT_FOUND_PATTERN: '^no such attendee',
    AUTH_API_KEYS: `app:${createHash('sha256').update(apiKey).digest('hex')}:content:read attendees:read attendees:pii attendees:write`,
    REDIS_URL: redisUrl,
  });

/** What a replica reports about a registration: registered, replayed, or the code of the error. `gone`: the replica died. */
export async function register(replica: ChildProgram, number: number): Promise<string> {
  const mobile = mobileOf(number);
  const input = { contact: { name: 'A', mobile }, attendees: [{ name: 'A', mobile }], idempotencyKey: `matrix-registration-${number}` };
  try {
    const response = await fetch(`${replica.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
      body: JSON.stringify({ query: add, variables: { input } }),
    });
    const { data, errors } = (await response.json()) as GraphqlResponse;
    if (errors?.[0]) return String(errors[0].extensions?.code);
    const { replayed } = (data as { addAttendees: { replayed: boolean } }).addAttendees;
    return replayed ? 'replayed' : 'registered';
  } catch {
    return 'gone';
  }
}

export const mobileOf = (number: number): string => String(13_800_000_000 + number);
