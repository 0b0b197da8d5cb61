/* The entry of the program. `.env` is read before the program is loaded. */

import { ConfigError, configErrorExitCode, endSignals, loadDotEnv } from './config/environment.js';

// Until the program serves, a signal ends it immediately. Without a listener, Linux does not deliver
// one to the first process of a container.
for (const signal of endSignals) process.on(signal, () => process.exit(0));
try {
  loadDotEnv();
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(configErrorExitCode);
}
await import('./program/process.js');
