/* A wrapper that signs each attempt (§5). */

import type { Secret } from '../../../primitives/secret.js';
import { CancelledError, SigningFailedError, UpstreamTimeoutError } from '../../../records/errors.js';
import type { ActivityId } from '../../../records/ids.js';
import { safeObserver } from '../safe-observer.js';
import type { ComputeSignature } from '../signature.js';
import { untilStopped } from '../stop-error.js';
import type { CallBounds, Transport, WireRequest } from '../transport.js';

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
  /** Called when a request cannot be signed. */
  readonly onFailure?: OnSigningFailure | undefined;
}

/** Receives the endpoint's path and a word for the cause. The word contains nothing that the signer received. */
export type OnSigningFailure = (endpointPath: string, cause: string) => void;

/**
 * Adds the signature's header (§5) to each request that requires it. Every attempt gets a new signature with the current time. The
 * function that computes it may be the operator's module: its errors become {@link SigningFailedError}, and its time counts
 * towards the deadline of the call.
 */
export function withSigning(transport: Transport, signing: SigningOptions): Transport {
  const report = safeObserver((endpointPath: string, error: unknown) => signing.onFailure?.(endpointPath, signingCause(error)));
  return async (request, bounds) => {
    if (request.auth === 'none') return transport(request, bounds);
    const value = await headerInTime(request, bounds, signing, report);
    // A loop, because a copy that gets a further header has a hidden class of its own each time.
    const headers: Record<string, string> = {};
    for (const name in request.headers) headers[name] = request.headers[name]!;
    headers[signing.header] = value;
    const { endpointPath, method, target, body, auth, activityId, repeatable } = request;
    return transport({ endpointPath, method, target, headers, body, auth, activityId, repeatable }, bounds);
  };
}

/** Returns the header's value within the bounds of the call. @throws SigningFailedError, UpstreamTimeoutError or CancelledError */
async function headerInTime(
  request: WireRequest,
  bounds: CallBounds,
  signing: SigningOptions,
  report: (endpointPath: string, error: unknown) => void,
): Promise<string> {
  try {
    return await signatureHeader(request.activityId, signing, (promised) => untilStopped(promised, request, bounds));
  } catch (error) {
    if (error instanceof CancelledError) throw error;
    report(request.endpointPath, error);
    throw error instanceof UpstreamTimeoutError ? error : new SigningFailedError(request.endpointPath);
  }
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

const validSignature = /^[0-9a-f]{32}$/i;

/**
 * Returns the header's value: a JSON object. Characters beyond ASCII are escaped.
 * @param inTime waits for a signature that is a promise
 */
export async function signatureHeader(
  activityId: ActivityId,
  { publicKey, privateKey, version, compute, now }: SigningOptions,
  inTime = <T>(promised: Promise<T>): Promise<T> => promised,
): Promise<string> {
  const time = Math.floor(now() / 1000);
  const given = compute({ userPublicKey: publicKey, activityId, time, version, privateKey: privateKey.reveal() });
  const computed: unknown = typeof given === 'string' ? given : await inTime(Promise.resolve(given));
  if (typeof computed !== 'string' || !validSignature.test(computed)) {
    throw new NoSignatureError('The signature must be 32 hexadecimal characters (§5); check the signer module.');
  }
  return ascii(JSON.stringify({ UserPublicKey: publicKey, ActivityId: activityId, Time: time, Version: version, Signature: computed }));
}

function ascii(json: string): string {
  return json.replace(/[\u007f-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
