/* The sandbox as a service of the program. */

import type { Config, ServiceAccount } from '../config/config.js';
import { Secret } from '../primitives/secret.js';
import type { ActivityId } from '../records/ids.js';
import { sandboxActivityIds, sandboxKeys, type Sandbox } from '../sandbox/sandbox.js';

/** Returns the account at a sandbox: it is called with real signatures over real HTTP. */
export const sandboxAccount = (url: string): ServiceAccount => ({
  url,
  publicKey: sandboxKeys.publicKey,
  privateKey: new Secret(sandboxKeys.privateKey),
  activityIds: sandboxActivityIds as readonly number[] as readonly ActivityId[],
});

/**
 * Lets the data of a sandbox change by themselves (sales, registrations, check-ins), unless SANDBOX_LIVE is false. Check-ins are pushed
 * to the graph if its hook has a secret.
 * @param graphUrl origin of the graph's port
 */
export function runChanges(sandbox: Sandbox, { sandbox: { changes }, checkInHook }: Config, graphUrl: string): void {
  const [secret] = checkInHook.secrets;
  if (changes) sandbox.runChanges(secret && { url: `${graphUrl}/hooks/check-in`, secret: secret.reveal() });
}
