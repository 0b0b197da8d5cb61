/* The entry of one of several workers, which assembly/workers/start-workers.ts starts. */

await import('./assembly/run-worker.js');
