/* Connections and WebSockets whose bytes the test writes and reads. */

import { readdirSync, readlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { WebSocket } from 'ws';

/** A WebSocket with the protocol of graphql-ws to the program at an address. */
export const webSocketTo = (url: string): WebSocket => new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');

/** The request that opens such a WebSocket. */
export const handshake = [
  'GET /graphql HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: WebSocket',
  'sec-websocket-version: 13',
  'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
  'sec-websocket-protocol: graphql-transport-ws\r\n\r\n',
].join('\r\n');

/** Opens a connection whose own side stays open until the test closes it. */
export function openSocket(url: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true }, () => resolve(socket));
    socket.once('error', reject);
    socket.on('error', () => {});
  });
}

/** The text that is received until the server ends its side, or until `whole` matches. */
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

/** Writes to a new connection and returns the text that it receives. */
export async function exchange(url: string, bytes: string | Buffer, whole?: RegExp): Promise<string> {
  const socket = await openSocket(url);
  const text = textFrom(socket, whole);
  socket.write(bytes);
  const received = await text;
  socket.destroy();
  return received;
}

/** The number of sockets that a process of this machine has open. */
export function socketsOf(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).filter((name) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${name}`).startsWith('socket:');
    } catch {
      return false;
    }
  }).length;
}
