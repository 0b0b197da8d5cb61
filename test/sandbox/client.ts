/* A client of the sandbox that shares no code with it. */

import { createHash } from 'node:crypto';
import { sandboxKeys } from '../../src/sandbox/sandbox.js';

export interface SandboxReply {
  status: number;
  type: string | null;
  envelope: Record<string, any>;
  /** Those of the envelope. */
  code: unknown;
  data: any;
}

/** The time of the sandbox's clock in these tests. It differs from the time of the seed. */
export const now = Date.UTC(2026, 3, 2);

/** A Service-Auth header, computed from the documented rule without code of the sandbox. */
export function serviceAuth(changes: Record<string, unknown> = {}, activityId = 1001, keys = sandboxKeys): string {
  const members = { UserPublicKey: keys.publicKey, ActivityId: activityId, Time: now / 1000, Version: 1, ...changes };
  const text = `${members.UserPublicKey}${members.ActivityId}${members.Time}${members.Version}${keys.privateKey}`;
  return JSON.stringify({ Signature: createHash('md5').update(text).digest('hex'), ...members, ...changes });
}

/** Sends requests of the interface over real HTTP. */
export function client(url: string, activityId = 1001) {
  const send = async (path: string, init: RequestInit): Promise<SandboxReply> => {
    const response = await fetch(url + path, init);
    const text = await response.text();
    const type = response.headers.get('content-type');
    const envelope = type?.includes('json') ? JSON.parse(text) : { text };
    return { status: response.status, type, envelope, code: envelope.code, data: envelope.data };
  };
  // A test may keep the event loop for longer than connections stay open.
  const headers = { 'service-auth': serviceAuth({}, activityId), connection: 'close' };
  return {
    send,
    get: (path: string, query: Record<string, string> = {}) => send(`${path}?${new URLSearchParams(query).toString()}`, { headers }),
    post: (path: string, form: Record<string, string> = {}) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(form)) body.append(name, value);
      return send(path, { method: 'POST', headers, body });
    },
    checkIn: (query: Record<string, string>) =>
      send(`/applets/index/beforeCheckIn?${new URLSearchParams(query).toString()}`, { method: 'POST' }),
  };
}
