import { createHmac, hash } from 'node:crypto';
import type { ActivityId } from '../model/ids.js';

/** What a signature is computed from (§5); the private key is never sent. */
export interface SignatureInput {
  readonly userPublicKey: string;
  readonly activityId: ActivityId;
  /** Unix seconds. */
  readonly time: number;
  readonly version: number;
  readonly privateKey: string;
}

/** Computes the member Signature: 32 hexadecimal characters. */
export type ComputeSignature = (input: SignatureInput) => string | Promise<string>;

export type SignatureAlgorithm = 'md5' | 'hmac-md5';

const values = {
  UserPublicKey: (input: SignatureInput) => input.userPublicKey,
  ActivityId: (input: SignatureInput) => String(input.activityId),
  Time: (input: SignatureInput) => String(input.time),
  Version: (input: SignatureInput) => String(input.version),
  PrivateKey: (input: SignatureInput) => input.privateKey,
} as const;
type Placeholder = keyof typeof values;

/**
 * A signature from a template such as "{UserPublicKey}{Time}{PrivateKey}": its placeholders filled in, then hashed.
 * The interface does not show the rule (§5), so it is the operator's to give. Text outside known placeholders stays.
 */
export function templateSignature(template: string, algorithm: SignatureAlgorithm): ComputeSignature {
  const parts = template.split(/(\{(?:UserPublicKey|ActivityId|Time|Version|PrivateKey)\})/);
  const write = parts.map((part, index) => (index % 2 === 0 ? () => part : values[part.slice(1, -1) as Placeholder]));
  return (input) => {
    let text = '';
    for (const fill of write) text += fill(input);
    return algorithm === 'md5' ? hash('md5', text) : createHmac('md5', input.privateKey).update(text).digest('hex');
  };
}
