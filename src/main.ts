/* The entry of the program. Flags of V8 concern what is loaded after them, so they are set first. */

import { setFlagsBeforeLoading } from './assembly/program/v8-flags.js';

await setFlagsBeforeLoading();
await import('./assembly/run-program.js');
