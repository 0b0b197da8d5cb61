/* The sandbox over HTTP: finds the endpoint of a request, verifies its signature (§5), checks its parameters (§1), and writes the reply. */

import { createHash } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import type { SandboxActivity } from './activity.js';
import { json, Rejection, type Reply, type SandboxEndpoint } from './endpoint.js';
import { documentedEndpoints } from './endpoints.js';
import { registrationEndpoints } from './registration.js';
import { pictureHost } from './seed/names.js';
import { undocumentedEndpoints } from './undocumented-endpoints.js';

/** A request as the sandbox read it, for tests that count calls. */
export interface HandledRequest {
  path: string;
  query: Record<string, string>;
  form: Record<string, string>;
}

interface RequestListenerOptions {
  readonly activities: ReadonlyMap<number, SandboxActivity>;
  readonly keys: typeof sandboxKeys;
  /** The clock, in milliseconds since the epoch. */
  readonly now: () => number;
  readonly onRequest: (request: HandledRequest) => void;
}

/** The organiser's keys of a sandbox that is started without others. */
export const sandboxKeys = { publicKey: 'sandbox-public-key', privateKey: 'sandbox-private-key' };

const endpoints = [...documentedEndpoints, ...registrationEndpoints, ...undocumentedEndpoints];
const byRoute = new Map<string, SandboxEndpoint>(endpoints.map((endpoint) => [endpoint.route, endpoint]));

/** Returns the sandbox's request listener. Each reply comes from an endpoint, or has code 0 and a msg (§7). */
export function requestListener(options: RequestListenerOptions): RequestListener {
  return (request, response) => {
    const write = ({ status, type, body }: Reply) => {
      response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body);
    };
    replyTo(request, options).then(
      // The seed's pictures are at the address under which the sandbox was called.
      (reply) => write({ ...reply, body: reply.body.replaceAll(pictureHost, `http://${request.headers.host ?? ''}`) }),
      (error: unknown) => {
        if (error instanceof Rejection) return write(json({ code: 0, msg: error.message }, error.status));
        if (request.errored !== null) return response.destroy();
        console.error(error);
        return write(json({ code: 0, msg: 'The sandbox has a defect; see its log.' }, 500));
      },
    );
  };
}

/** @throws Rejection */
async function replyTo(request: IncomingMessage, { activities, keys, now, onRequest }: RequestListenerOptions): Promise<Reply> {
  const { method = '', url = '', headers } = request;
  const [path = '', ...rest] = url.split('?');
  const query = new URLSearchParams(rest.join('?'));
  const form = await parseForm(headers['content-type'], await readBody(request));
  onRequest({ path, query: Object.fromEntries(query), form: Object.fromEntries(form) });
  const endpoint = byRoute.get(`${method} ${path}`);
  if (endpoint === undefined) throw new Rejection(`There is no endpoint ${method} ${path}.`, 404);
  const time = Math.floor(now() / 1000);
  const parameters = () => documentedParameters(endpoint, query, form);
  if (endpoint.auth === 'none') return endpoint.handle({ activities, time, parameters: parameters() });
  const activity = verify(headers['service-auth'], keys, activities, time);
  return endpoint.handle({ activities, time, activity, parameters: parameters() });
}

/* The body and the parameters */

const maxBodyBytes = 8 * 1024 * 1024;

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBodyBytes) throw new Rejection('The body is too large.', 413);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

/**
 * The fields of a multipart/form-data body, in order (§1). An empty body has no fields.
 * @throws Rejection for another content type, a malformed body, a file, or a field given twice
 */
async function parseForm(contentType: string | undefined, body: Buffer): Promise<ReadonlyMap<string, string>> {
  if (body.length === 0) return new Map();
  if (contentType === undefined || !/^multipart\/form-data\s*;/i.test(contentType))
    throw new Rejection('The body must be multipart/form-data.');
  const form = new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
  return uniqueParameters(
    await form.catch(() => {
      throw new Rejection('The body is malformed multipart/form-data.');
    }),
  );
}

/** The parameters of an endpoint. @throws Rejection for an undocumented or repeated one, and for a required one that is missing or blank */
function documentedParameters(
  endpoint: SandboxEndpoint,
  query: URLSearchParams,
  form: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  // A POST with a signature has its parameters in the form, any other request in the query. The other part must have none.
  const isForm = endpoint.route.startsWith('POST') && endpoint.auth === 'service';
  const [parameters, misplaced] = isForm ? [form, uniqueParameters(query)] : [uniqueParameters(query), form];
  const known = (name: string) =>
    endpoint.parameters.some((documented) =>
      typeof documented === 'string' ? documented.replace('?', '') === name : documented.test(name),
    );
  const unknown = [...misplaced.keys()][0] ?? [...parameters.keys()].find((name) => !known(name));
  if (unknown !== undefined) throw new Rejection(`Parameter ${unknown} is not documented for this endpoint.`);
  for (const name of endpoint.parameters) {
    const isRequired = typeof name === 'string' && !name.endsWith('?');
    if (isRequired && (parameters.get(name) ?? '').trim() === '') throw new Rejection(`Parameter ${name} is required.`);
  }
  return parameters;
}

/** @throws Rejection for a parameter that is given twice, or is a file */
function uniqueParameters(given: Iterable<[string, string | File]>): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const [name, value] of given) {
    if (typeof value !== 'string') throw new Rejection(`Parameter ${name} must be text, not a file.`);
    if (parameters.has(name)) throw new Rejection(`Parameter ${name} is given twice.`);
    parameters.set(name, value);
  }
  return parameters;
}

/* The signature (§5) */

/** The largest accepted difference between Time and the sandbox's clock, in seconds. */
const toleranceSeconds = 300;

/**
 * Returns the activity that a Service-Auth header is signed for. The interface does not define how a signature is computed. The sandbox
 * uses the rule that is also the default of the graph's settings.
 * @throws Rejection that names the wrong member
 */
function verify(
  header: string | readonly string[] | undefined,
  keys: typeof sandboxKeys,
  activities: ReadonlyMap<number, SandboxActivity>,
  nowSeconds: number,
): SandboxActivity {
  const { UserPublicKey, ActivityId, Time, Version, Signature } = readMembers(header);
  if (UserPublicKey !== keys.publicKey) throw new Rejection('Service-Auth: UserPublicKey is not known.');
  const activity = activities.get(ActivityId);
  if (activity === undefined) throw new Rejection('Service-Auth: ActivityId is not known.');
  if (Math.abs(nowSeconds - Time) > toleranceSeconds) {
    throw new Rejection('Service-Auth: Time is more than five minutes away from the time of the service.');
  }
  const text = `${UserPublicKey}${ActivityId}${Time}${Version}${keys.privateKey}`;
  if (Signature !== createHash('md5').update(text).digest('hex')) throw new Rejection('Service-Auth: Signature is wrong.');
  return activity;
}

/** The members of the header, with examples of their types. */
const members = { UserPublicKey: '', ActivityId: 0, Time: 0, Version: 0, Signature: '' };

/** Reads the members of the header. @throws Rejection that names the one that is missing, of another type or not documented */
function readMembers(header: string | readonly string[] | undefined): typeof members {
  if (typeof header !== 'string') throw new Rejection('The header Service-Auth is missing.');
  let given: Record<string, unknown>;
  try {
    given = { ...(JSON.parse(header) as object) };
  } catch {
    throw new Rejection('The header Service-Auth is not JSON.');
  }
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(members, name));
  if (unknown !== undefined) throw new Rejection(`Service-Auth: the member ${unknown} is not documented.`);
  for (const [name, example] of Object.entries(members)) {
    const isText = typeof example === 'string';
    if (isText ? typeof given[name] !== 'string' : !Number.isSafeInteger(given[name]))
      throw new Rejection(`Service-Auth: ${name} must be ${isText ? 'a string' : 'an integer'}.`);
  }
  const read = given as typeof members;
  if (!/^[0-9a-f]{32}$/.test(read.Signature)) {
    throw new Rejection('Service-Auth: Signature must be 32 hexadecimal digits in lower case.');
  }
  return read;
}
