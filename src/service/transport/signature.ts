/* Computes the signature of a request (§5). */

import { createHmac, hash } from 'node:crypto';
import type { ActivityId } from '../../records/ids.js';
import { templateParts, type SignatureAlgorithm, type SignaturePlaceholder } from '../../records/signature.js';

/** The values from which a signature is computed (§5). The private key itself is never sent. */
export interface SignatureInput {
  readonly userPublicKey: string;
  readonly activityId: ActivityId;
  /** Unix seconds. */
  readonly time: number;
  readonly version: number;
  readonly privateKey: string;
}

/** Computes the member Signature: 32 hexadecimal characters (§5), in upper or lower case. signing.ts refuses other values. */
export type ComputeSignature = (input: SignatureInput) => string | Promise<string>;

/** The text that each placeholder of a template stands for. */
const placeholderText: Readonly<Record<SignaturePlaceholder, (input: SignatureInput) => string>> = {
  UserPublicKey: (input) => input.userPublicKey,
  ActivityId: (input) => String(input.activityId),
  Time: (input) => String(input.time),
  Version: (input) => String(input.version),
  PrivateKey: (input) => input.privateKey,
};

/** Each algorithm as a function from the filled-in template to the signature. */
const algorithms: Readonly<Record<SignatureAlgorithm, (text: string, privateKey: string) => string>> = {
  md5: (text) => hash('md5', text),
  'hmac-md5': (text, privateKey) => createHmac('md5', privateKey).update(text).digest('hex'),
};

/**
 * Returns a function that fills in a template such as "{UserPublicKey}{Time}{PrivateKey}" and hashes the result.
 * The interface does not define the rule (§5), so the operator configures it. Text outside known placeholders stays as it is.
 */
export function templateSignature(template: string, algorithm: SignatureAlgorithm): ComputeSignature {
  const parts = templateParts(template).map((part, index) =>
    index % 2 === 0 ? () => part : placeholderText[part as SignaturePlaceholder],
  );
  const digest = algorithms[algorithm];
  return (input) => {
    let text = '';
    for (const textOf of parts) text += textOf(input);
    return digest(text, input.privateKey);
  };
}
