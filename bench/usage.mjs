// Loaded before a measured server (--import). Replies to each message with the CPU time (ms) and the peak memory (MB) of the process, and,
// with --expose-gc, with what is left after a full garbage collection.
import { readFileSync } from 'node:fs';

/** On Linux, maxRSS includes the memory of the process that started this one. */
const peakKb = () =>
  process.platform === 'linux'
    ? Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'latin1'))[1])
    : process.resourceUsage().maxRSS;

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  globalThis.gc?.();
  const timers = process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  process.send({ cpuMs: (user + system) / 1000, peakMb: peakKb() / 1024, heapMb: process.memoryUsage().heapUsed / 2 ** 20, timers });
});
process.on('disconnect', () => process.exit());
process.channel.unref();
