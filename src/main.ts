/* The entry of the program. Flags of V8 concern what is loaded after them, so they are set first, unless `.env` switches them off. */

import { setFlagsBeforeLoading } from './assembly/program/v8-flags.js';
import { loadDotEnv } from './config/before-loading.js';

loadDotEnv();
await setFlagsBeforeLoading();
await import('./assembly/run-program.js');
