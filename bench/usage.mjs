// Loaded before a measured server (--import). Replies to each message with the CPU time and the peak memory (kB) of the process.
import { peakMemoryOf } from './proc.mjs';

// On Linux, maxRSS includes the memory of the process that started this one.
const peakMemory = () => (process.platform === 'linux' ? peakMemoryOf(process.pid) : process.resourceUsage().maxRSS);
process.on('message', () => process.send({ cpu: process.cpuUsage(), rss: peakMemory() }));
process.on('disconnect', () => process.exit());
process.channel.unref();
