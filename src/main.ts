/* The entry of the program. Flags of V8 concern what is loaded after them, so they are set first, unless `.env` switches them off. */

import { endOnSignals } from './assembly/program/signals.js';
import { setFlagsBeforeLoading } from './assembly/program/v8-flags.js';
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
await setFlagsBeforeLoading();
await import('./assembly/run-program.js');
