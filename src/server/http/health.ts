/* The handlers of /healthz and /readyz. */

import type { HttpHandler } from './handler.js';
import { readOnly } from './read-only.js';

/** Liveness: responds with 200 while the process can respond at all. */
export const healthz: HttpHandler = readOnly(() => plain(200, 'ok'));

/** Readiness: responds with 200 if the program accepts requests, with 503 while it starts or drains. */
export const createReadyz = (state: { readonly ready: boolean }): HttpHandler =>
  readOnly(() => (state.ready ? plain(200, 'ready') : plain(503, 'not ready')));

const plain = (status: number, text: string) => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: `${text}\n`,
});
