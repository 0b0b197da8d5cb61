/* Verifies the signature of a request to the sandbox (§5). */

import { createHash, timingSafeEqual } from 'node:crypto';
import { Rejection } from '../endpoint.js';
import type { ActivityStore, SandboxActivity } from '../store.js';

export interface ServiceKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** The largest accepted difference between Time and the sandbox's clock, in seconds. */
const toleranceSeconds = 300;

/**
 * Returns the activity that a Service-Auth header (§5) is signed for. The interface does not define how a signature is
 * computed. The sandbox uses the rule that is also the default of the graph's settings.
 * @throws Rejection that names the wrong member
 */
export function verify(header: string | undefined, keys: ServiceKeys, store: ActivityStore, nowSeconds: number): SandboxActivity {
  const members = readMembers(header);
  const { UserPublicKey, ActivityId, Time, Version, Signature } = members;
  if (UserPublicKey !== keys.publicKey) throw new Rejection('Service-Auth: UserPublicKey is not known.');
  const activity = store.activity(ActivityId);
  if (activity === undefined) throw new Rejection('Service-Auth: ActivityId is not known.');
  if (Math.abs(nowSeconds - Time) > toleranceSeconds) {
    throw new Rejection('Service-Auth: Time is more than five minutes away from the time of the service.');
  }
  const expected = signature({ UserPublicKey, ActivityId, Time, Version }, keys.privateKey);
  if (!timingSafeEqual(Buffer.from(Signature), Buffer.from(expected))) {
    throw new Rejection('Service-Auth: Signature is wrong.');
  }
  return activity;
}

/** The md5 of {UserPublicKey}{ActivityId}{Time}{Version}{PrivateKey}, as 32 hexadecimal digits in lower case. */
export function signature(members: Omit<Members, 'Signature'>, privateKey: string): string {
  const { UserPublicKey, ActivityId, Time, Version } = members;
  return createHash('md5').update(`${UserPublicKey}${ActivityId}${Time}${Version}${privateKey}`).digest('hex');
}

interface Members {
  readonly UserPublicKey: string;
  readonly ActivityId: number;
  readonly Time: number;
  readonly Version: number;
  readonly Signature: string;
}

const documented = new Set(['UserPublicKey', 'ActivityId', 'Time', 'Version', 'Signature']);

function readMembers(header: string | undefined): Members {
  if (header === undefined) throw new Rejection('The header Service-Auth is missing.');
  const members = parseObject(header);
  for (const name of Object.keys(members)) {
    if (!documented.has(name)) throw new Rejection(`Service-Auth: the member ${name} is not documented.`);
  }
  return {
    UserPublicKey: string(members, 'UserPublicKey'),
    ActivityId: integer(members, 'ActivityId'),
    Time: integer(members, 'Time'),
    Version: integer(members, 'Version'),
    Signature: hexadecimal(members, 'Signature'),
  };
}

function parseObject(header: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(header);
  } catch {
    throw new Rejection('The header Service-Auth is not JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Rejection('The header Service-Auth is not a JSON object.');
  }
  return { ...value };
}

function string(members: Record<string, unknown>, name: string): string {
  const value = members[name];
  if (typeof value !== 'string' || value === '') throw new Rejection(`Service-Auth: ${name} must be a string.`);
  return value;
}

function integer(members: Record<string, unknown>, name: string): number {
  const value = members[name];
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new Rejection(`Service-Auth: ${name} must be an integer.`);
  return value;
}

function hexadecimal(members: Record<string, unknown>, name: string): string {
  const value = string(members, name);
  if (!/^[0-9a-f]{32}$/.test(value)) {
    throw new Rejection(`Service-Auth: ${name} must be 32 hexadecimal digits in lower case.`);
  }
  return value;
}
