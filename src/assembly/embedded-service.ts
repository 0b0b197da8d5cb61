import type { ActivityId } from '../model/ids.js';
import { Secret } from '../model/secret.js';
import { sandboxActivityIds, sandboxKeys, startSandbox } from '../sandbox/sandbox.js';
import type { ServiceAddress } from '../config/config.js';

/** Starts the embedded event service on a free loopback port: it is called with real signatures over real HTTP. */
export async function embeddedService(): Promise<ServiceAddress & { close(): Promise<void> }> {
  const sandbox = await startSandbox();
  return {
    url: sandbox.url,
    publicKey: sandboxKeys.publicKey,
    privateKey: new Secret(sandboxKeys.privateKey),
    activityIds: sandboxActivityIds as readonly number[] as readonly ActivityId[],
    close: () => sandbox.close(),
  };
}
