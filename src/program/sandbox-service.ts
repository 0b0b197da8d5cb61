/* The sandbox as a service of the program. */

import type { Config, ServiceAccount } from '../config/config.js';
import { Secret } from '../primitives/secret.js';
import type { FactsByActivity } from '../records/activity-facts.js';
import type { ActivityId } from '../records/ids.js';
import { sandboxActivityIds, sandboxKeys, startSandbox } from '../sandbox/sandbox.js';

/** The account at a sandbox, with what it states of its activities. */
export interface SandboxAccount extends ServiceAccount {
  readonly activityFacts: FactsByActivity;
}

/** The sandbox while it runs. */
export interface SandboxService extends SandboxAccount {
  /**
   * Changes its data by itself (sales, registrations, check-ins), unless SANDBOX_LIVE is false. Check-ins are
   * pushed to the graph if its hook has a secret.
   * @param graphUrl origin of the graph's port
   */
  runChanges(graphUrl: string, hook: Config['checkInHook']): void;
  close(): Promise<void>;
}

/** Starts the sandbox on a free loopback port: it is called with real signatures over real HTTP. */
export async function startSandboxService({ changes, seed }: Pick<Config['sandbox'], 'changes' | 'seed'>): Promise<SandboxService> {
  const sandbox = await startSandbox({ seed });
  return {
    ...sandboxServiceAt({ url: sandbox.url, activityFacts: sandbox.activities }),
    runChanges: (graphUrl, { secrets: [secret] }) => {
      if (changes) sandbox.runChanges(secret && { url: `${graphUrl}/hooks/check-in`, secret: secret.reveal() });
    },
    close: () => sandbox.close(),
  };
}

/** The address, keys and activities of a sandbox that runs at a URL. */
export function sandboxServiceAt({ url, activityFacts }: Pick<SandboxAccount, 'url' | 'activityFacts'>): SandboxAccount {
  return {
    url,
    activityFacts,
    publicKey: sandboxKeys.publicKey,
    privateKey: new Secret(sandboxKeys.privateKey),
    activityIds: sandboxActivityIds as readonly number[] as readonly ActivityId[],
  };
}
