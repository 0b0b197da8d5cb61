import { CancelledError, SigningFailedError, UpstreamTimeoutError } from '../model/upstream-errors.js';
import type { ActivityId } from '../model/ids.js';
import type { Secret } from '../model/secret.js';
import { untilStopped } from './deadline.js';
import { guarded } from './guarded.js';
import type { ComputeSignature } from './signature.js';
import type { CallBounds, Transport, WireRequest } from './transport.js';

export interface Signing {
  /** The name of the header that carries the signature. */
  readonly header: string;
  readonly publicKey: string;
  readonly privateKey: Secret;
  readonly version: number;
  readonly compute: ComputeSignature;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Called for every failure to sign. */
  readonly onFailure?: OnSigningFailure | undefined;
}

/** Receives the operation's path and a word for what went wrong that holds nothing of what the signer was given. */
export type OnSigningFailure = (operation: string, cause: string) => void;

/**
 * Adds Service-Auth (§5) to every request that takes it, computed anew for each attempt. The signer may be an operator's
 * module: whatever it throws is a {@link SigningFailedError}, and it gets no more time than the call has.
 */
export function signed(transport: Transport, signing: Signing): Transport {
  const report = guarded((operation: string, error: unknown) => signing.onFailure?.(operation, causeOf(error)));
  return async (request, bounds) => {
    if (request.auth === 'none') return transport(request, bounds);
    const headers = { ...request.headers, [signing.header]: await headerOf(request, bounds, signing, report) };
    return transport({ ...request, headers }, bounds);
  };
}

async function headerOf(
  request: WireRequest,
  bounds: CallBounds,
  signing: Signing,
  report: (operation: string, error: unknown) => void,
): Promise<string> {
  try {
    return await serviceAuth(request.activityId, signing, (signature) => untilStopped(signature, request, bounds));
  } catch (error) {
    if (error instanceof CancelledError) throw error;
    report(request.operation, error);
    throw error instanceof UpstreamTimeoutError ? error : new SigningFailedError(request.operation);
  }
}

/** TIMEOUT, NO_SIGNATURE, the code of the signer's error (ECONNREFUSED), or its name. Its message may hold the private key. */
function causeOf(error: unknown): string {
  if (error instanceof UpstreamTimeoutError) return 'TIMEOUT';
  if (error instanceof NoSignatureError) return 'NO_SIGNATURE';
  const { code, name } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  if (code !== undefined && /^E[A-Z_]{2,30}$/.test(code)) return code;
  return name !== undefined && /^[A-Za-z]{1,30}Error$/.test(name) ? name : 'Error';
}

/** The signer returned something else than a signature. */
class NoSignatureError extends TypeError {}

const signature = /^[0-9a-f]{32}$/i;

/**
 * The header's value: a JSON object, in ASCII whatever the key holds.
 * @param inTime waits for a signature that is promised
 */
export async function serviceAuth(
  activityId: ActivityId,
  { publicKey, privateKey, version, compute, now }: Signing,
  inTime = <T>(promised: Promise<T>): Promise<T> => promised,
): Promise<string> {
  const time = Math.floor(now() / 1000);
  const given = compute({ userPublicKey: publicKey, activityId, time, version, privateKey: privateKey.reveal() });
  const computed: unknown = typeof given === 'string' ? given : await inTime(Promise.resolve(given));
  if (typeof computed !== 'string' || !signature.test(computed)) {
    throw new NoSignatureError('The signature must be 32 hexadecimal characters (§5); check the signer module.');
  }
  return ascii(JSON.stringify({ UserPublicKey: publicKey, ActivityId: activityId, Time: time, Version: version, Signature: computed }));
}

function ascii(json: string): string {
  return json.replace(/[\u007f-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
