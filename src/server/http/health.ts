/* The handlers of /healthz and /readyz. */

import type { HttpHandler } from './handler.js';
import { methodNotAllowed } from './http-error.js';

/** Whether the program accepts new requests. */
export interface Readiness {
  ready: boolean;
}

/** Liveness: responds with 200 while the process can respond at all. */
export const healthz: HttpHandler = ({ method }) => (requireRead(method), plain(200, 'ok'));

/** Readiness: responds with 200 if the program accepts requests, with 503 while it starts or drains. */
export const createReadyz =
  (state: Readiness): HttpHandler =>
  ({ method }) => (requireRead(method), state.ready ? plain(200, 'ready') : plain(503, 'not ready'));

/** Responds with all metrics in the text format of Prometheus. */
export const createMetricsHandler =
  (metrics: { readonly contentType: string; text(): Promise<string> }): HttpHandler =>
  async ({ method }) => (
    requireRead(method),
    { status: 200, headers: { 'content-type': metrics.contentType }, body: await metrics.text() }
  );

function requireRead(method: string): void {
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed('GET, HEAD');
}

const plain = (status: number, text: string) => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: `${text}\n`,
});
