/* The process that holds a lease in a state file, as the other processes of the machine recognise it. */

import { readFileSync, readlinkSync } from 'node:fs';

/** Returns the text that is read; an empty one on systems that do not have it. */
function orEmpty(read: () => string): string {
  try {
    return read().trim();
  } catch {
    return '';
  }
}

/** Returns when a process started, in ticks since the boot; an empty text if it has ended, and its parent has not noticed yet. */
function startOf(pid: number): string {
  const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // After the name of the program, which may contain anything, are the state and, later, the start.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return 'ZX'.includes(fields[0]!) ? '' : fields[19]!;
}

const boot = orEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1'));
const namespace = orEmpty(() => readlinkSync('/proc/self/ns/pid'));
const start = orEmpty(() => startOf(process.pid));

/** This process: the boot of its machine, its namespace of process ids, its id and its start. No other process ever has the same text. */
export const thisProcess = [boot, namespace, process.pid, start].join(' ');

/** Whether a process has run since the machine was started last. */
export const isOfThisBoot = (holder: string): boolean => holder.startsWith(`${boot} `);

/** Whether a process has certainly ended. One in another container cannot be seen, so it counts as alive. */
export function hasEnded(holder: string): boolean {
  if (!isOfThisBoot(holder)) return true;
  const [, itsNamespace, pid, itsStart] = holder.split(' ');
  if (itsNamespace !== namespace) return false;
  try {
    if (start !== '') return startOf(Number(pid)) !== itsStart;
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    // Any other error, such as too many open files, says nothing about the process.
    return ['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code!);
  }
}
