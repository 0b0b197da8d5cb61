/* The entry of the program. `.env` is read before the program is loaded. */

import { endOnSignals } from './assembly/program/signals.js';
import { DotEnvError, loadDotEnv } from './config/before-loading.js';
import { configErrorExitCode } from './config/problem.js';

endOnSignals();
try {
  loadDotEnv();
} catch (error) {
  if (!(error instanceof DotEnvError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(configErrorExitCode);
}
await import('./assembly/run-program.js');
