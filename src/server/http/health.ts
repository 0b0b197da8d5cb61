import type { Handler } from './http.js';
import type { Metrics } from '../telemetry/metrics.js';
import { methodNotAllowed } from './refusal.js';

/** Whether the program takes new requests. */
export interface Readiness {
  ready: boolean;
}

/** 200 as long as the process answers at all. */
export const healthz: Handler = ({ method }) => (reads(method), plain(200, 'ok'));

/** What the program counts, in the text format of Prometheus. */
export const metricsText =
  (metrics: Metrics): Handler =>
  async ({ method }) => (reads(method), { status: 200, headers: { 'content-type': metrics.contentType }, body: await metrics.text() });

/** 200 when it can serve, 503 while starting and while draining. */
export const readyz =
  (state: Readiness): Handler =>
  ({ method }) => (reads(method), state.ready ? plain(200, 'ready') : plain(503, 'not ready'));

function reads(method: string): void {
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed('GET, HEAD');
}

const plain = (status: number, text: string) => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: `${text}\n`,
});
