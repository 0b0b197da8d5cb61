import type { Logger } from 'pino';
import type { Config, ServiceAddress } from '../config/config.js';
import type { ActivityId } from '../model/ids.js';
import { Secret } from '../primitives/secret.js';
import { pushTo, sandboxActivityIds, sandboxKeys, startSandbox, type LiveReport } from '../sandbox/sandbox.js';

/** The embedded event service while it runs. */
export interface EmbeddedService extends ServiceAddress {
  /**
   * Runs its event (sales, registrations, check-ins), unless SANDBOX_LIVE is false. Check-ins are pushed to the graph if its hook has a
   * secret.
   * @param graphUrl origin of the graph's port
   */
  runLiveEvent(log: Logger, graphUrl: string, hook: Config['checkInHook']): void;
  close(): Promise<void>;
}

/** Starts the embedded event service on a free loopback port: it is called with real signatures over real HTTP. */
export async function embeddedService({ live, seed }: Config['sandbox']): Promise<EmbeddedService> {
  const sandbox = await startSandbox({ seed });
  return {
    ...embeddedServiceAt(sandbox.url),
    runLiveEvent: (log, graphUrl, { secrets: [secret] }) => {
      if (!live) return;
      const push = secret && pushTo(`${graphUrl}/hooks/check-in`, secret.reveal());
      sandbox.runLiveEvent({ report: (report) => log.info(report, summaryOf(report)), push });
    },
    close: () => sandbox.close(),
  };
}

/** The address, keys and activities of an embedded service that runs at a URL. */
export function embeddedServiceAt(url: string): ServiceAddress {
  return {
    url,
    publicKey: sandboxKeys.publicKey,
    privateKey: new Secret(sandboxKeys.privateKey),
    activityIds: sandboxActivityIds as readonly number[] as readonly ActivityId[],
  };
}

function summaryOf({ activity, ticketSales, goodsSales, registrations, checkIns }: LiveReport): string {
  const counts = `${ticketSales} sales of tickets, ${goodsSales} of goods, ${registrations} registrations, ${checkIns} check-ins`;
  return `The sandbox's ${activity} since the last line of this kind: ${counts}`;
}
