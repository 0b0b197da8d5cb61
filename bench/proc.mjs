// What Linux reports of a process in /proc.
import { readFileSync } from 'node:fs';

/** User and system time of all threads of a process, in µs. The clock has ticks of 10 ms. */
export function cpuTimeOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').replace(/.*\) /, '').split(' ');
  return { user: Number(fields[11]) * 10_000, system: Number(fields[12]) * 10_000 };
}

/** The peak resident memory of a process, in kB. */
export function peakMemoryOf(pid) {
  return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))[1]);
}
