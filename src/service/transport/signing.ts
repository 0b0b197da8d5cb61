/* Signs each attempt (§5): the header that is added, and the functions that compute a signature. */

import { createHmac, hash } from 'node:crypto';
import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Secret } from '../../primitives/secret.js';
import { within } from '../../primitives/waiting.js';
import { CancelledError, SigningFailedError, UpstreamTimeoutError } from '../../records/errors.js';
import type { ActivityId } from '../../records/ids.js';
import {
  signatureForm,
  templateParts,
  type SignatureAlgorithm,
  type SignaturePlaceholder,
  type SignatureRule,
} from '../../records/signature.js';
import { type CallContext, type WireRequest, untilStopped } from './exchange.js';

/** The keys and the rule of the signature (§5). */
export interface SigningOptions {
  /** The name of the header that carries the signature. */
  readonly header: string;
  readonly publicKey: string;
  readonly privateKey: Secret;
  readonly version: number;
  readonly compute: ComputeSignature;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /**
   * Receives the endpoint's path of a request that cannot be signed, and a word for the cause, which
   * contains nothing that the signer received.
   */
  readonly onFailure?: ((endpointPath: string, cause: string) => void) | undefined;
}

/** Returns the name and the value of the header that signs a request. @throws SigningFailedError, UpstreamTimeoutError or CancelledError */
export type Sign = (request: WireRequest, context: CallContext) => Promise<readonly [name: string, value: string]>;

/**
 * Returns the function that signs requests (§5): every attempt has a signature with the current time. The function that computes it may be
 * the operator's module: its time counts towards the deadline of the call.
 */
export function signer(options: SigningOptions): Sign {
  return async ({ activityId, endpointPath }, { signal }) => {
    try {
      return [options.header, await untilStopped(signatureHeader(activityId, options), endpointPath, signal)];
    } catch (error) {
      if (error instanceof CancelledError) throw error;
      options.onFailure?.(endpointPath, signingCause(error));
      throw error instanceof UpstreamTimeoutError ? error : new SigningFailedError(endpointPath);
    }
  };
}

/**
 * Returns TIMEOUT, NO_SIGNATURE, the code of the signer's error such as ECONNREFUSED, or its name. Its message may contain the
 * private key.
 */
function signingCause(error: unknown): string {
  if (error instanceof UpstreamTimeoutError) return 'TIMEOUT';
  if (error instanceof NoSignatureError) return 'NO_SIGNATURE';
  const { code, name } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  if (code !== undefined && /^E[A-Z_]{2,30}$/.test(code)) return code;
  return name !== undefined && /^[A-Za-z]{1,30}Error$/.test(name) ? name : 'Error';
}

/** The signer returned a value that is not a signature. */
class NoSignatureError extends TypeError {}

/** Returns the header's value: a JSON object. Characters beyond ASCII are escaped. */
export async function signatureHeader(
  activityId: ActivityId,
  { publicKey, privateKey, version, compute, now }: SigningOptions,
): Promise<string> {
  const time = Math.floor(now() / 1000);
  const computed: unknown = await compute({ userPublicKey: publicKey, activityId, time, version, privateKey: privateKey.reveal() });
  if (typeof computed !== 'string' || !signatureForm.pattern.test(computed)) {
    throw new NoSignatureError(`The signature must be ${signatureForm.words}; check the signer module.`);
  }
  const json = JSON.stringify({ UserPublicKey: publicKey, ActivityId: activityId, Time: time, Version: version, Signature: computed });
  return json.replace(/[\u007f-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The values from which a signature is computed (§5). The private key itself is never sent. */
export interface SignatureInput {
  readonly userPublicKey: string;
  readonly activityId: ActivityId;
  /** Unix seconds. */
  readonly time: number;
  readonly version: number;
  readonly privateKey: string;
}

/** Computes the member Signature, in upper or lower case. A value that is not of {@link signatureForm} is refused. */
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
 * Returns a function that fills in the template of a rule, such as "{UserPublicKey}{Time}{PrivateKey}", and hashes the result.
 * Text outside known placeholders stays as it is.
 */
export function templateSignature({ template, algorithm, case: letters }: SignatureRule): ComputeSignature {
  const parts = templateParts(template).map((part, index) =>
    index % 2 === 0 ? () => part : placeholderText[part as SignaturePlaceholder],
  );
  const digest = algorithms[algorithm];
  return (input) => {
    let text = '';
    for (const textOf of parts) text += textOf(input);
    const signature = digest(text, input.privateKey);
    return letters === 'upper' ? signature.toUpperCase() : signature;
  };
}

/**
 * Imports the operator's own signature function: the default export of a module. It receives a `SignatureInput` and returns a
 * signature or a promise of it.
 * @throws Error whose message says why the module cannot be used, as the end of a sentence. It quotes nothing of the module, not even the
 *   message of a SyntaxError: that of JSON.parse contains a part of the text
 */
export async function loadSignerModule(path: string, timeoutMs = 10_000): Promise<ComputeSignature> {
  await access(path).catch((error: unknown) => {
    throw new Error(`the file cannot be read (${signingCause(error)})`);
  });
  const imported = (import(pathToFileURL(resolve(path)).href) as Promise<{ readonly default?: unknown }>).catch((error: unknown) => {
    throw new Error(`importing it fails (${signingCause(error)}): run it with node to see why`);
  });
  // A module whose top-level await never settles does not keep the process alive: without the timer it would end without a message.
  const loaded = await within(timeoutMs, imported, () => {
    throw new Error(`it did not load within ${timeoutMs} ms`);
  });
  if (typeof loaded.default !== 'function') throw new TypeError('its default export is not a function');
  return loaded.default as ComputeSignature;
}
