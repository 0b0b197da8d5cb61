/*
 * How an app sends an operation again, without a package: `node examples/retry.mjs` registers somebody at the sandbox, which `npm start` starts.
 */

import { pathToFileURL } from 'node:url';

/** The codes of errors whose cause passes: the same operation may succeed later. */
const passing = new Set([
  'RATE_LIMITED',
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_OVERLOADED',
  'UPSTREAM_RATE_LIMITED',
  'IDEMPOTENCY_IN_PROGRESS',
  'STATE_UNAVAILABLE',
]);

/**
 * Sends a query, or a mutation with an `idempotencyKey`, at most five times. Returns the last response, or null if none arrived.
 * `headers` are those with the credential.
 */
export async function send(url, operation, headers = {}, attempt = 1) {
  const request = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(operation) };
  const response = await fetch(url, request)
    .then((reply) => reply.json())
    .catch(() => null);
  const delay = delayAfter(response, attempt);
  // After more than a minute, the user should decide.
  if (delay === null || delay > 60_000 || attempt === 5) return response;
  await new Promise((resolve) => setTimeout(resolve, delay));
  return send(url, operation, headers, attempt + 1);
}

/** The milliseconds until the operation may succeed; null if it will not, or has succeeded. */
function delayAfter(response, attempt) {
  const backoff = 1_000 * 2 ** attempt;
  if (response === null) return backoff;
  const failures = (response.errors ?? []).map(({ extensions = {} }) => extensions).filter(({ code }) => passing.has(code));
  return failures.length === 0 ? null : Math.max(...failures.map(({ retryAfterMs = backoff }) => retryAfterMs));
}

/**
 * Whether a response to `addAttendees` says that the attendees are registered, or are not. null: it says neither. Then send the same input
 * with the same key later, in a minute or more, and never with another key.
 */
export function isRegistered(response) {
  const payload = response?.data?.addAttendees;
  if (payload) return payload.userErrors.length === 0;
  const unknown = response?.errors?.find(({ extensions }) => extensions?.code === 'OUTCOME_UNKNOWN')?.extensions;
  return unknown?.registrants.every(({ status }) => status === 'REGISTERED') || null;
}

async function registerAda(url) {
  const person = { name: 'Ada Li', mobile: `1000099${String(Date.now()).slice(-4)}` };
  const fields = [
    { name: 'name1713000201', value: 'School no. 1' },
    { name: 'name1713000202', value: 'Morning' },
  ];
  const response = await send(url, {
    query: `mutation Register($input: AddAttendeesInput!) {
      addAttendees(input: $input) { registrations { attendeeId signCode } userErrors { code rule message field } }
    }`,
    variables: {
      // An app stores the input with its key before it sends them, so that it can send them again after a restart.
      input: { activityId: '1002', contact: person, attendees: [{ ...person, fields }], idempotencyKey: crypto.randomUUID() },
    },
  });
  console.log(JSON.stringify({ response, isRegistered: isRegistered(response) }, null, 2));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  void registerAda(process.env.GRAPH_URL ?? 'http://127.0.0.1:4000/graphql');
}
