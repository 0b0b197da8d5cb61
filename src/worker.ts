/* The entry of one of several workers, which assembly/workers/start-workers.ts starts. */

import './assembly/run-worker.js';
