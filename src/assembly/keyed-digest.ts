import { createHmac } from 'node:crypto';
import type { Secret } from '../primitives/secret.js';

/**
 * Returns a digest of strings that only holders of the organiser's key can compute, so that the strings can be neither read from it nor
 * guessed.
 */
export const createKeyedDigest =
  (privateKey: Secret) =>
  (text: string): string =>
    createHmac('sha256', privateKey.reveal()).update(text).digest('base64url');
