import type { HttpHandler } from '../../http/handler.js';
import { readOnly } from '../../http/read-only.js';
import type { Metrics } from './metrics.js';

/** The handler of /metrics: responds with all metrics in the text format of Prometheus. */
export const createMetricsHandler = (metrics: Pick<Metrics, 'contentType' | 'text'>): HttpHandler =>
  readOnly(async () => ({ status: 200, headers: { 'content-type': metrics.contentType }, body: await metrics.text() }));
