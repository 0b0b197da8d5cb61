/* The switch of a SQLite file to its write-ahead log. */

import type Database from 'libsql';

const pauseMs = 20;
const pause = (): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);

/**
 * Switches a database to its write-ahead log (WAL), if it has none yet. If another process is writing to the file, such as one that
 * starts at the same time, SQLite refuses the switch immediately, whatever its `busy_timeout`. So it is tried again.
 * @throws Error with the code SQLITE_BUSY if the other process is still writing after `withinMs`
 */
export function switchToWal(database: Database.Database, withinMs: number): void {
  const end = performance.now() + withinMs;
  for (;;) {
    try {
      database.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'SQLITE_BUSY' || performance.now() >= end) throw error;
      pause();
    }
  }
}
