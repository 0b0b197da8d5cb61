/* The sandbox behind a proxy that changes its replies. */

import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { Secret } from '../../src/primitives/secret.js';
import type { ActivityId } from '../../src/records/ids.js';
import type { SignatureRule } from '../../src/records/signature.js';
import { sandboxKeys, startSandbox, type Sandbox } from '../../src/sandbox/sandbox.js';
import { templateSignature, signatureHeader } from '../../src/service/transport/signing.js';
import { closedAfterwards } from './afterwards.js';
import { httpServer } from './http-server.js';

export const sandboxTemplate = '{UserPublicKey}{ActivityId}{Time}{Version}{PrivateKey}';
const sandboxRule: SignatureRule = { template: sandboxTemplate, algorithm: 'md5', case: 'lower' };

/** A reply of the sandbox before the proxy forwards it. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  /** The parsed body; it is serialised again. */
  json: any;
  /** Replaces `json`. */
  body?: string | Buffer;
}

/** The members of a rule replace those by which the sandbox verifies signatures. */
export interface Alteration extends Partial<SignatureRule> {
  /** The number of wrong signatures after which every call is rejected. */
  readonly lockAfter?: number;
  /** How many seconds the service's clock is ahead. A call signed more than 300 s away from it is rejected. */
  readonly clockSeconds?: number;
  /** The message for such a call if its signature is right. Omitted: the message for a wrong signature. */
  readonly timeMessage?: string;
  /** Accepts every signature. */
  readonly unchecked?: boolean;
  /** The largest page of §4.3. */
  readonly maxPage?: number;
  /** The most ids that §4.3 regards; with 0 it ignores them, and sends all attendees. */
  readonly maxIds?: number;
  /** Alters a reply; returns false to leave the request without one. */
  readonly alter?: (path: string, reply: Reply, activityId: number) => boolean | void;
  /** As of `httpServer`. */
  readonly tls?: Parameters<typeof httpServer>[1];
}

/**
 * Starts a proxy that changes the signature rule, the clock or the replies of a sandbox.
 * @param sandbox one that is only read; by default a new one
 */
export async function alteredService(alteration: Alteration = {}, sandbox?: Sandbox) {
  const { url } = sandbox ?? closedAfterwards(await startSandbox());
  const wrong = { signatures: 0 };
  const paths: string[] = [];
  const server = await httpServer((incoming, response) => {
    paths.push(incoming.url!.split('?')[0]!);
    void forward(incoming, response, url, alteration, wrong).catch(() => response.destroy());
  }, alteration.tls);
  return {
    ...server,
    /** The path of every request, in order. */
    paths,
  };
}

type ServiceAuth = Readonly<{ ActivityId: number; Time: number; Version: number; Signature: string }>;

async function forward(
  incoming: IncomingMessage,
  response: ServerResponse,
  sandboxUrl: string,
  alteration: Alteration,
  wrong: { signatures: number },
): Promise<void> {
  const path = incoming.url!.split('?')[0]!;
  const body = await bytesOf(incoming);
  const auth = JSON.parse(String(incoming.headers['service-auth'])) as ServiceAuth;
  const now = Date.now() + (alteration.clockSeconds ?? 0) * 1000;
  const isLocked = wrong.signatures >= (alteration.lockAfter ?? Infinity);
  const problem = isLocked ? 'The key is locked' : await problemOf(auth, now, alteration);
  if (problem !== null) wrong.signatures += 1;
  const reply =
    problem === null
      ? await replyOfSandbox(incoming, limited(body, alteration), sandboxUrl, auth.ActivityId)
      : { status: 200, headers: {}, json: { code: 0, msg: problem } };
  reply.headers['date'] = new Date(now).toUTCString();
  if (alteration.alter?.(path, reply, auth.ActivityId) === false) return;
  response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers }).end(reply.body ?? JSON.stringify(reply.json));
}

/** @returns the message of a rejection, or null */
async function problemOf(auth: ServiceAuth, now: number, alteration: Alteration): Promise<string | null> {
  if (alteration.unchecked) return null;
  const expected = await templateSignature({ ...sandboxRule, ...alteration })({
    userPublicKey: sandboxKeys.publicKey,
    activityId: auth.ActivityId as ActivityId,
    time: auth.Time,
    version: auth.Version,
    privateKey: sandboxKeys.privateKey,
  });
  const wrong = `Signature error ${auth.Time}`;
  if (expected !== auth.Signature) return wrong;
  return Math.abs(auth.Time - now / 1000) < 300 ? null : (alteration.timeMessage ?? wrong);
}

function limited(body: Buffer, { maxPage = Infinity, maxIds = Infinity }: Alteration): Buffer {
  if (maxPage === Infinity && maxIds === Infinity) return body;
  const text = body
    .toString('latin1')
    .replace(/(name="pagesize"\r\n\r\n)(\d+)/, (_, head: string, size: string) => head + String(Math.min(Number(size), maxPage)))
    .replace(/(name="ids"\r\n\r\n)([\d,]+)/, (_, head: string, ids: string) => head + ids.split(',').slice(0, maxIds).join(','))
    .replace(/--[^\r]+\r\n[^\r]+name="ids"\r\n\r\n\r\n/, '');
  return Buffer.from(text, 'latin1');
}

async function replyOfSandbox(incoming: IncomingMessage, body: Buffer, sandboxUrl: string, activityId: number): Promise<Reply> {
  const compute = templateSignature(sandboxRule);
  const signing = { header: 'Service-Auth', publicKey: sandboxKeys.publicKey, privateKey: new Secret(sandboxKeys.privateKey), version: 1 };
  const auth = await signatureHeader(activityId as ActivityId, { ...signing, compute, now: Date.now });
  const type = incoming.headers['content-type'];
  return new Promise((resolve, reject) => {
    const headers = { 'service-auth': auth, ...(type !== undefined && { 'content-type': type }), 'content-length': body.length };
    const outgoing = request(sandboxUrl + incoming.url!, { method: incoming.method!, headers }, (reply) => {
      bytesOf(reply).then((bytes) => resolve({ status: reply.statusCode!, headers: {}, json: JSON.parse(bytes.toString()) }), reject);
    });
    outgoing.on('error', reject).end(body);
  });
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
