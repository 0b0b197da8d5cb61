/* Replicas as processes, and registrations at them. */

import { Agent, request } from 'node:http';
import { liveEnv, startChild, type ChildProgram } from '../support/child-program.js';
import type { GraphqlResponse } from '../support/graph.js';
import { apiKey } from '../support/program.js';
import type { RedisServer } from '../support/redis-server.js';
import { addAttendees, registrationOf, type RegistryService } from '../support/registry-service.js';

export const replicaKey = 'key-of-the-matrix';
const scopes = 'content:read attendees:read attendees:pii attendees:write checkin:read sso:issue';

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
  const registration = registrationOf(mobileOf(number), { idempotencyKey: `matrix-registration-${number}` });
  try {
    const { data, errors } = await send(replica, addAttendees, registration, options);
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

/** What a repeat at another replica reports after a kill before or after the store has a step, and how often the attendee is registered. */
export const killedAt = [
  ['begin', 'before', 'registered', 1],
  ['begin', 'after', 'OUTCOME_UNKNOWN', 0],
  ['renew', 'before', 'OUTCOME_UNKNOWN', 0],
  ['renew', 'after', 'OUTCOME_UNKNOWN', 0],
  ['complete', 'before', 'OUTCOME_UNKNOWN', 1],
  ['complete', 'after', 'replayed', 1],
] as const;

/** Lets every lease end immediately, as if a minute had passed. */
export async function endLeases(redis: RedisServer): Promise<void> {
  for (const key of (await redis.command('KEYS', 'event-graph:outcome:*')) as string[]) {
    const row = JSON.parse((await redis.command('GET', key)) as string) as object;
    if ('writeId' in row) await redis.command('SET', key, JSON.stringify({ ...row, leaseEndsAt: '1' }), 'KEEPTTL');
  }
}
