/* The entry of one of several workers, which assembly/workers/start-workers.ts starts. As in main.ts, flags are first. */

import { setFlagsBeforeLoading } from './assembly/program/v8-flags.js';

await setFlagsBeforeLoading();
await import('./assembly/run-worker.js');
