import { randomBytes } from 'node:crypto';
import type { Config } from './config.js';
import { createCall } from './endpoint/call.js';
import type { Service } from './domain/upstream.js';
import { SharedReads } from './domain/shared-reads.js';
import type { ActivityId } from './model/ids.js';
import type { SecretText } from './transport/signature.js';
import { deadlined } from './transport/deadline.js';
import { templateSignature } from './transport/signature.js';
import { loadSignerModule } from './transport/signer-module.js';
import { signed } from './transport/signed.js';
import { statusChecked } from './transport/status.js';
import { undiciTransport } from './transport/undici.js';

/** Which service, and with whose keys. */
export interface ServiceAddress {
  readonly url: string;
  readonly publicKey: string;
  readonly privateKey: SecretText;
  readonly activityIds: readonly ActivityId[];
}

export interface ConnectedService extends Service {
  close(): Promise<void>;
}

/** Joins the transports and the operations into one way to ask the service. */
export async function connect({ url, publicKey, privateKey }: ServiceAddress, settings: Config['service']): Promise<ConnectedService> {
  const { signature, timeoutMs, maxConnections, maxResponseBytes } = settings;
  const compute = signature.signerModule
    ? await loadSignerModule(signature.signerModule)
    : templateSignature(signature.template, signature.algorithm);
  const wire = undiciTransport({ baseUrl: url, maxConnections, maxResponseBytes, timeoutMs });
  const transport = deadlined(
    statusChecked(signed(wire.transport, { publicKey, privateKey, version: signature.version, compute, now: Date.now }), Date.now),
    timeoutMs,
  );
  const call = createCall(transport, () => randomBytes(16).toString('hex'));
  return { call, reads: new SharedReads(call), close: wire.close };
}
