/* A real Redis. */

import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import { closedAfterwards } from './afterwards.js';
import { freePort } from './free-port.js';
import { temporaryFolder } from './temporary-files.js';

/** Whether this machine has a redis-server. */
const isInstalled = spawnSync('redis-server', ['--version']).status === 0;

/** Describes tests that need a real Redis. Without one they are skipped, and their name shows why. */
export function describeWithRedis(name: string, tests: () => void): void {
  if (isInstalled) describe(name, tests);
  else describe.skip(`${name} (skipped: redis-server is not installed)`, tests);
}

/** A real Redis with an append-only file. It can be stopped, paused and started again on the same port. */
export class RedisServer {
  #process: ChildProcess | null = null;

  private constructor(
    readonly port: number,
    private readonly folder: string,
    private readonly settings: readonly string[],
  ) {}

  /** Starts a server on a free port. @param settings further arguments of redis-server */
  static async start(settings: readonly string[] = []): Promise<RedisServer> {
    const server = await RedisServer.prepare(settings);
    await server.run();
    return server;
  }

  /** Returns a server that does not run yet. */
  static async prepare(settings: readonly string[] = []): Promise<RedisServer> {
    return closedAfterwards(new RedisServer(await freePort(), temporaryFolder(), settings));
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Starts the process, and waits until it accepts commands. */
  async run(): Promise<void> {
    // With fsync each second, Redis postpones writes while the disk is slow: a kill would lose some that it has acknowledged. Without
    // fsync it writes before it replies, and the system keeps what a killed process has written.
    const file = ['--dir', this.folder, '--save', '', '--appendonly', 'yes', '--appendfsync', 'no'];
    const parameters = ['--port', String(this.port), '--bind', '127.0.0.1', ...file];
    this.#process = spawn('redis-server', [...parameters, ...this.settings], { stdio: 'ignore' });
    for (;;) {
      if (this.#process.exitCode !== null)
        throw new Error(`redis-server ended with ${this.#process.exitCode} instead of listening at ${this.port}.`);
      const reply = await this.command('PING').catch(() => null);
      if (reply === 'PONG') return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Sends a command over a connection of its own. */
  async command(...command: readonly string[]): Promise<unknown> {
    const client = createClient({ url: this.url, RESP: 2, socket: { reconnectStrategy: false } });
    client.on('error', () => {});
    await client.connect();
    try {
      return await client.sendCommand(command);
    } finally {
      client.destroy();
    }
  }

  /** Returns the text of every command that has changed a value since the process started for the first time. */
  written(): string {
    const folder = join(this.folder, 'appendonlydir');
    const changes = readdirSync(folder).filter((name) => name.endsWith('.incr.aof'));
    return changes.map((name) => readFileSync(join(folder, name), 'latin1')).join('');
  }

  signal(signal: NodeJS.Signals): void {
    this.#process?.kill(signal);
  }

  /** Ends the process immediately. What it has acknowledged is in its file. */
  async kill(): Promise<void> {
    const running = this.#process;
    this.#process = null;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    running.kill('SIGKILL');
    await once(running, 'exit');
  }

  async close(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
