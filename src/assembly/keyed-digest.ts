import { createHmac } from 'node:crypto';
import type { Secret } from '../model/secret.js';

/** Returns a digest of texts that only holders of the organiser's key can compute, so that what it names can be neither read nor guessed. */
export const keyedDigest =
  (privateKey: Secret) =>
  (text: string): string =>
    createHmac('sha256', privateKey.reveal()).update(text).digest('base64url');
