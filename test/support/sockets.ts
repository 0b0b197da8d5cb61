import { readdirSync, readlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A connection that keeps its own side open until the test closes it, whatever the server does. */
export function openSocket(url: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true }, () => resolve(socket));
    socket.once('error', reject);
    socket.on('error', () => {});
  });
}

/** Everything that comes until the server ends its side, or until `whole` matches. */
export function textFrom(socket: Socket, whole?: RegExp): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (whole?.test(text)) resolve(text);
    });
    socket.once('end', () => resolve(text));
    socket.once('close', () => resolve(text));
  });
}

/** Writes to a connection of its own and returns what comes back. */
export async function exchange(url: string, bytes: string | Buffer, whole?: RegExp): Promise<string> {
  const socket = await openSocket(url);
  const text = textFrom(socket, whole);
  socket.write(bytes);
  const received = await text;
  socket.destroy();
  return received;
}

/** Sockets that a process of this machine holds. */
export function socketsOf(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).filter((name) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${name}`).startsWith('socket:');
    } catch {
      return false;
    }
  }).length;
}

/** Waits until the condition holds. @throws when it does not within the time */
export async function until(condition: () => boolean | Promise<boolean>, withinMs: number): Promise<void> {
  const end = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error('It did not come to that.');
    await pause(50);
  }
}
