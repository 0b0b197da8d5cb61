// One measurement of a server that reports its CPU time and its memory (usage.mjs).
import { request } from './processes.mjs';

/**
 * Loads a server once.
 *
 * @param load the process of load.mjs
 * @param work what load.mjs sends, besides the address and the headers of the server
 * @param subject what errors are about
 * @returns what load.mjs reports, with CPU milliseconds per request (user and system, all threads) and requests per second
 * @throws Error if a response is not as expected
 */
export async function measure({ child, url, headers }, load, work, subject = 'Event Graph') {
  const before = await request(child);
  const result = await request(load, { url, headers, ...work });
  const after = await request(child);
  if (result.bad > 0) throw new Error(`${subject}: ${result.bad} bad responses`);
  const used = (after.cpu.user + after.cpu.system - before.cpu.user - before.cpu.system) / 1000;
  return { ...result, cpuMs: used / result.requests, perSecond: result.requests / result.seconds };
}
