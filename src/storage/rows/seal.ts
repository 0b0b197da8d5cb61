/* The encryption of stored outcomes. */

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Secret } from '../../primitives/secret.js';

/** Encrypts strings for storage: only a holder of the same secret can read them, or alter them unnoticed. */
export interface Seal {
  /** Encrypts a string and binds it to a context. It opens with that context only, so a sealed string cannot replace another one. */
  seal(text: string, context: string): string;
  /** Decrypts a sealed string. @returns null if it was sealed with another secret or context, or altered */
  open(sealed: string, context: string): string | null;
}

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** A seal by AES-256-GCM, under a key that HKDF derives from the secret. A sealed string is nonce, tag and ciphertext in base64url. */
export function createSeal(secret: Pick<Secret, 'reveal'>): Seal {
  const key = new Uint8Array(hkdfSync('sha256', secret.reveal(), '', 'event-graph outcome seal 1', 32));
  return {
    seal(text, context) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(context));
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64url');
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < nonceBytes + tagBytes) return null;
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes }).setAAD(
        Buffer.from(context),
      );
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      try {
        return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
      } catch {
        return null;
      }
    },
  };
}
