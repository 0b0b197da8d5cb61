/* Replicas as processes, and registrations at them. */

import { Agent, request } from 'node:http';
import { liveEnv, startChild, type ChildProgram } from '../support/child-program.js';
import type { GraphqlResponse } from '../support/graph.js';
import { apiKey } from '../support/program.js';
import type { RedisServer } from '../support/redis-server.js';
import type { RegistryService } from '../support/registry-service.js';

export const replicaKey = 'key-of-the-matrix';
const scopes = 'content:read attendees:read attendees:pii attendees:write checkin:read sso:issue';
const add = `mutation Add($input: AddAttendeesInput!) {
  addAttendees(input: $input) { replayed registrations { orderId } userErrors { code } }
}`;

/** The settings of a replica but those of the store. */
export const replicaEnv = (serviceUrl: string): Record<string, string> => ({
  ...liveEnv(serviceUrl),
  EVENT_SERVICE_TIMEOUT_MS: '20000',
  EVENT_SERVICE_NOT_FOUND_PATTERN: '^no such attendee',
  AUTH_API_KEYS: apiKey('app', replicaKey, scopes),
});

/** Starts the program as a process, or several (WORKERS), with a Redis. */
export const startReplica = (serviceUrl: string, redisUrl: string, env: Record<string, string> = {}): Promise<ChildProgram> =>
  startChild({ ...replicaEnv(serviceUrl), REDIS_URL: redisUrl, ...env });

interface SendOptions {
  /** Gives the request up. */
  readonly signal?: AbortSignal;
}

/** Sends an operation over a connection of its own: the parent of several workers gives it to the next of them. */
export function send(replica: ChildProgram, query: string, variables: object = {}, { signal }: SendOptions = {}): Promise<GraphqlResponse> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${replicaKey}` };
    const sent = request(
      `${replica.url}/graphql`,
      { method: 'POST', headers, agent: new Agent(), ...(signal && { signal }) },
      (response) => {
        let body = '';
        response.on('data', (chunk: Buffer) => (body += chunk.toString()));
        response.on('end', () => resolve(JSON.parse(body) as GraphqlResponse));
        response.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(JSON.stringify({ query, variables }));
  });
}

/**
 * What a replica reports about a registration: registered, replayed, or the code of the error. `gone`: the replica died, or the
 * request was given up.
 */
export async function register(replica: ChildProgram, number: number, options: SendOptions = {}): Promise<string> {
  const mobile = mobileOf(number);
  const input = { contact: { name: 'A', mobile }, attendees: [{ name: 'A', mobile }], idempotencyKey: `matrix-registration-${number}` };
  try {
    const { data, errors } = await send(replica, add, { input }, options);
    if (errors?.[0]) return String(errors[0].extensions?.code);
    const { replayed } = (data as { addAttendees: { replayed: boolean } }).addAttendees;
    return replayed ? 'replayed' : 'registered';
  } catch {
    return 'gone';
  }
}

export const mobileOf = (number: number): string => String(13_800_000_000 + number);

/** How often an attendee was registered, and how often the registration was sent. */
export const countsOf = ({ registered, hitsOf }: RegistryService, number: number) => ({
  registered: registered.filter((mobile) => mobile === mobileOf(number)).length,
  sends: hitsOf('/participant/add').filter(({ form }) => form.mobile === mobileOf(number)).length,
});

/** Lets every lease end immediately, as if a minute had passed. */
export async function endLeases(redis: RedisServer): Promise<void> {
  for (const key of (await redis.command('KEYS', 'event-graph:outcome:*')) as string[]) {
    const row = JSON.parse((await redis.command('GET', key)) as string) as object;
    if ('writeId' in row) await redis.command('SET', key, JSON.stringify({ ...row, leaseEndsAt: '1' }), 'KEEPTTL');
  }
}
