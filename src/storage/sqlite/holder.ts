/* The process that holds a lease in a state file, as the other processes of the machine recognise it. */

import { readFileSync, readlinkSync } from 'node:fs';

/** The text of `read`; empty on systems that do not have what it reads. */
function orEmpty(read: () => string): string {
  try {
    return read().trim();
  } catch {
    return '';
  }
}

/** When a process started, in units of the system; empty if no such process runs, or the system does not say. */
const startOf = (pid: number): string =>
  orEmpty(() => {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // After the name of the program, which may contain anything: the state, and later the start.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return 'ZX'.includes(fields[0]!) ? '' : fields[19]!;
  });

const boot = orEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1'));
const namespace = orEmpty(() => readlinkSync('/proc/self/ns/pid'));
const start = startOf(process.pid);

/** This process: the boot of its machine, its namespace of process ids, its id and its start. No other process ever has the same text. */
export const thisProcess = [boot, namespace, process.pid, start].join(' ');

/** Whether a process has run since the machine was started last. */
export const isOfThisBoot = (holder: string): boolean => holder.startsWith(`${boot} `);

/** Whether a process has certainly ended. One in another container cannot be seen, so it counts as alive. */
export function hasEnded(holder: string): boolean {
  if (!isOfThisBoot(holder)) return true;
  const [, itsNamespace, pid, itsStart] = holder.split(' ');
  if (itsNamespace !== namespace) return false;
  return start === '' ? !exists(Number(pid)) : startOf(Number(pid)) !== itsStart;
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
