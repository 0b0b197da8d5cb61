import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Secret } from '../../model/secret.js';

/** Encrypts texts for storage, so that only a holder of the same secret can read or alter them. */
export interface Seal {
  /** `context` is bound to the text: it opens with the same context only, so a sealed text cannot be moved elsewhere. */
  seal(text: string, context: string): string;
  /** @returns null for what was sealed with another secret, for another context, or altered since. */
  open(sealed: string, context: string): string | null;
}

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Seals with AES-256-GCM under a key that HKDF derives from the secret. The output is nonce, tag and ciphertext in base64url. */
export function sealUnder(secret: Pick<Secret, 'reveal'>): Seal {
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
