/* Encryption of outcomes and check-ins, digests that name rows, and keyed digests. */

import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import type { Secret } from '../primitives/secret.js';

/** Encrypts strings for a store: only a holder of the same secret can read them, or alter them unnoticed. */
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

/** 4 MiB of memory and some 10 ms for each name. */
const cost = { N: 4096, r: 8, p: 1 };

const derive = promisify<string, string, number, typeof cost, Buffer>(scrypt);

/**
 * Returns a function that derives the name of a stored row from its key: the same name for the same key and salt.
 *
 * A key contains text that callers chose and, for `ssoLogin`, a mobile number. The name must not depend on the organiser's
 * private key: after that key is rotated, a registration must still be found by its idempotency key, or it would be sent a
 * second time. A holder of the store also holds the salt and can therefore test guesses. A plain digest would reveal every
 * mobile number within seconds; scrypt makes each guess expensive, and the salt makes guesses for one store useless for
 * another.
 */
export function createRowNames(): (key: string, salt: string) => Promise<string> {
  // Two names at a time, in turn: the four threads that Node has for it also compress, decompress and look up addresses.
  const last: Promise<unknown>[] = [Promise.resolve(), Promise.resolve()];
  return (key, salt) => {
    const name = last.shift()!.then(async () => (await derive(key, salt, 32, cost)).toString('base64url'));
    last.push(name.catch(() => {}));
    return name;
  };
}

/**
 * Returns a digest that only holders of the organiser's key can compute, for fingerprints of inputs and names of rate limits: what it
 * stands for can be neither read from it nor guessed.
 */
export const createKeyedDigest =
  (privateKey: Secret) =>
  (text: string): string =>
    createHmac('sha256', privateKey.reveal()).update(text).digest('base64url');
