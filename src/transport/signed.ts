import type { ActivityId } from '../model/ids.js';
import type { ComputeSignature, SecretText } from './signature.js';
import type { Transport } from './transport.js';

export interface Signing {
  readonly publicKey: string;
  readonly privateKey: SecretText;
  readonly version: number;
  readonly compute: ComputeSignature;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Adds Service-Auth (§5) to every request that takes it, computed anew for each attempt. */
export function signed(transport: Transport, signing: Signing): Transport {
  return async (request, bounds) => {
    if (request.auth === 'none') return transport(request, bounds);
    const headers = { ...request.headers, 'Service-Auth': await serviceAuth(request.activityId, signing) };
    return transport({ ...request, headers }, bounds);
  };
}

const signature = /^[0-9a-f]{32}$/i;

/** The header's value: a JSON object, in ASCII whatever the key holds. */
export async function serviceAuth(activityId: ActivityId, { publicKey, privateKey, version, compute, now }: Signing): Promise<string> {
  const time = Math.floor(now() / 1000);
  const computed = await compute({ userPublicKey: publicKey, activityId, time, version, privateKey: privateKey.reveal() });
  if (typeof computed !== 'string' || !signature.test(computed)) {
    throw new TypeError('The signature must be 32 hexadecimal characters (§5); check the signer module.');
  }
  return ascii(JSON.stringify({ UserPublicKey: publicKey, ActivityId: activityId, Time: time, Version: version, Signature: computed }));
}

function ascii(json: string): string {
  return json.replace(/[\u007f-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
