/* Flags of V8, which concern the whole process: the library does not set them. V8_FLAGS=false switches them off. */

import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { setsV8Flags } from '../../config/before-loading.js';
import { nodeOptions } from '../../config/node-options.js';

/** Each half of the young generation has at most this size. V8's own limit is 16 MiB, and 64 MiB since Node 24. */
const maxHalfBytes = 8 * 1024 * 1024;

/** Whether an option of Node sets the size of the young generation. */
const isSizeGiven = /semi[-_]space[-_]size/.test(nodeOptions());
/** Whether an option of Node says how far the old generation grows. */
const isGrowthGiven = /heap[-_]growing[-_]percent/.test(nodeOptions());

/**
 * Sets the flags that concern loading, and loads the JSON scanner. Call it before anything else is imported.
 *
 * - V8 creates all objects in its young generation, where the objects of a request cost nothing to collect
 *   (docs/decisions/0013-pretenuring-is-off.md).
 * - The young generation keeps its first size, 1 MiB, while the program is loaded. {@link setFlagsAfterLoading} ends that.
 * - WebAssembly is optimised in the JSON scanner only. The other module is undici's parser of HTTP: the optimising compiler takes 20
 *   to 25 MB for it for a moment, and saves no time that can be measured (docs/decisions/0017-memory-is-limited-by-flags.md).
 */
export async function setFlagsBeforeLoading(): Promise<void> {
  if (!setsV8Flags()) return;
  setFlagsFromString('--no-allocation-site-pretenuring');
  if (!isSizeGiven) growYoungGenerationBy(1);
  // Compiled without the fast compiler and as a whole, the scanner is optimised immediately. Later flags do not concern it.
  setFlagsFromString('--no-liftoff');
  setFlagsFromString('--no-wasm-lazy-compilation');
  await import('../../endpoint/json/json.js');
  setFlagsFromString('--liftoff');
  setFlagsFromString('--wasm-lazy-compilation');
  setFlagsFromString('--no-wasm-dynamic-tiering');
  setFlagsFromString('--no-wasm-tier-up');
}

/**
 * Sets the flags that concern the work of requests. Call it when the program is loaded.
 *
 * - The old generation is collected when it has doubled. By default V8 sets a limit of 1.1 to 4 times what is left after a collection.
 *   Memory outside the heap counts until the young generation is collected. If the process was idle, the limit is so low that the
 *   memory of a few requests exceeds it.
 * - The young generation may grow up to its limit, unless an option of Node sets its size.
 */
export function setFlagsAfterLoading(): void {
  if (!setsV8Flags()) return;
  if (!isGrowthGiven) setFlagsFromString('--heap-growing-percent=100');
  if (isSizeGiven) return;
  growUpToLimit();
  // It grows in a collection, and V8 makes it small again when the process is idle.
  new PerformanceObserver(growUpToLimit).observe({ entryTypes: ['gc'] });
}

/** V8 reads its own limit once, before any code runs, but the factor each time that the young generation grows. */
function growUpToLimit(): void {
  const { space_size: bytes } = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')!;
  growYoungGenerationBy(bytes / 2 < maxHalfBytes ? 2 : 1);
}

let factorNow: number | null = null;

function growYoungGenerationBy(factor: 1 | 2): void {
  if (factor === factorNow) return;
  factorNow = factor;
  setFlagsFromString(`--semi-space-growth-factor=${factor}`);
}
