/* The processes of a program with several workers, as Linux shows them. */

import { readdirSync, readFileSync } from 'node:fs';
import type { ChildProgram } from '../support/child-program.js';

/** The process ids of the workers of a program. */
export function workersOf({ process: { pid } }: ChildProgram): number[] {
  const parentOf = (id: string) => {
    try {
      return Number(/\) \S+ (\d+)/.exec(readFileSync(`/proc/${id}/stat`, 'latin1'))?.[1]);
    } catch {
      return null;
    }
  };
  return readdirSync('/proc')
    .filter((id) => /^\d+$/.test(id) && parentOf(id) === pid)
    .map(Number);
}

export const lives = (pid: number): boolean => {
  try {
    return !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
};

export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

/** Ends a program immediately, with all its workers: one that hangs does not notice the end of its parent. */
export async function killAll(program: ChildProgram): Promise<void> {
  const workers = workersOf(program);
  await program.crash();
  for (const worker of workers.filter(lives)) kill(worker);
}
