import { createServer, type IncomingHttpHeaders } from 'node:http';
import { listArticles } from './article.js';
import { getAttendee, listAttendees } from './attendee.js';
import { listCategories } from './category.js';
import { lookUpAtCheckIn } from './check-in.js';
import { getFormFields } from './form-field.js';
import type { Operation } from './operation.js';
import { showQrCode } from './qrcode.js';
import { addAttendees } from './registration.js';
import { router } from './router.js';
import { listSchedule } from './schedule.js';
import { seedActivities } from './seed/activities.js';
import { ssoLogin } from './sso-login.js';
import { listGoods, listTickets } from './stock.js';
import { Store } from './store.js';

export { sandboxNotFoundPattern } from './attendee.js';
export { sandboxCheckIn } from './check-in.js';

export interface SandboxOptions {
  host?: string;
  /** 0, the default, takes a free one. */
  port?: number;
  publicKey?: string;
  privateKey?: string;
  /** Milliseconds. */
  now?: () => number;
  /** Told of every handled request, for tests counting hits. */
  onRequest?: (r: {
    method: string;
    path: string;
    query: Record<string, string>;
    form: Record<string, string>;
    headers: IncomingHttpHeaders;
  }) => void;
}

export interface Sandbox {
  /** Base address, no slash at its end. */
  url: string;
  port: number;
  /** Takes no more requests and waits for those under way. */
  close(): Promise<void>;
}

/** The organiser's keys that a sandbox knows unless it is given others. */
export const sandboxKeys = { publicKey: 'sandbox-public-key', privateKey: 'sandbox-private-key' };

/** The activities that a sandbox has; the first is the large one. */
export const sandboxActivityIds = [1001, 1002];

const operations: readonly Operation[] = [
  getFormFields,
  addAttendees,
  listAttendees,
  getAttendee,
  lookUpAtCheckIn,
  listSchedule,
  listArticles,
  listCategories,
  listTickets,
  listGoods,
  ssoLogin,
  showQrCode,
];

/**
 * Starts an event service of its own: §4.1 to §4.11 over HTTP, filled with the same data at every start and kept in
 * memory. @throws the error of the socket when the port cannot be had
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { host = '127.0.0.1', port = 0, now = Date.now, onRequest = () => {} } = options;
  const keys = {
    publicKey: options.publicKey ?? sandboxKeys.publicKey,
    privateKey: options.privateKey ?? sandboxKeys.privateKey,
  };
  const server = createServer(router({ operations, store: new Store(seedActivities()), keys, now, onRequest }));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  // A connection that could not be accepted is its caller's failure; without a listener it would end the process.
  server.on('error', () => {});
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The sandbox has no port.');
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    port: address.port,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        setTimeout(() => server.closeAllConnections(), 1000).unref();
      }),
  };
}
