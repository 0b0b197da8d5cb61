/* The keyed digest of what is stored or shared: fingerprints of inputs, and names of rate limits. */

import { createHmac } from 'node:crypto';
import type { Secret } from '../primitives/secret.js';

/** Returns a digest that only holders of the organiser's key can compute: what it stands for can be neither read from it nor guessed. */
export const createKeyedDigest =
  (privateKey: Secret) =>
  (text: string): string =>
    createHmac('sha256', privateKey.reveal()).update(text).digest('base64url');
