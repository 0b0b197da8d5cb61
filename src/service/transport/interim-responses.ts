/* Removes interim responses from a connection, because undici ends the connection on the most frequent one. */

import type { Socket } from 'node:net';

/**
 * Removes the interim responses (1xx except 101) that precede a response on a connection. RFC 9110 asks a client to ignore those that
 * it did not request. The program never sends `Expect`, but some servers and proxies send `100 Continue` before every response to a POST.
 * undici ends the connection on it, and has no option for it: a write that the service has performed would be reported as unknown.
 *
 * To be called on an open connection before undici listens to it. The listener takes the first bytes that arrive after a request, and puts
 * back what follows the interim responses. It does not look at other bytes, because a body may contain the same text.
 */
export function ignoreInterimResponses(socket: Socket): void {
  /** The bytes written when the first bytes of the current response had arrived: while nothing more is written, the rest of it arrives. */
  let written = -1;
  /** The beginning of what may be an interim response. */
  let held: Buffer = nothing;
  socket.on('readable', () => {
    if (socket.bytesWritten === written) return;
    const part = socket.read() as Buffer | null;
    if (part === null) return;
    const bytes = withoutInterim(held.length === 0 ? part : Buffer.concat([held, part]));
    held = mayBeInterim(bytes) ? bytes : nothing;
    if (held === bytes) return;
    written = socket.bytesWritten;
    socket.unshift(bytes);
  });
}

/** Returns the bytes behind all complete interim responses. */
function withoutInterim(bytes: Buffer): Buffer {
  let rest = bytes;
  while (isInterim(rest)) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) break;
    rest = rest.subarray(end + 4);
  }
  return rest;
}

/** Whether bytes may be the beginning of an interim response. A longer head is left to undici, which has a limit too. */
function mayBeInterim(bytes: Buffer): boolean {
  if (bytes.length >= statusLength) return bytes.length <= maxHeadBytes && isInterim(bytes);
  return interim.test(bytes.toString('latin1') + 'HTTP/1.1 100'.slice(bytes.length));
}

/** Whether bytes begin with the status line of an interim response. One byte tells for nearly all responses. */
const isInterim = (bytes: Buffer): boolean => bytes[firstDigitAt] === digit1 && interim.test(bytes.toString('latin1', 0, statusLength));

const firstDigitAt = 'HTTP/1.1 '.length;
const digit1 = 0x31;
const statusLength = 'HTTP/1.1 100'.length;
const interim = /^HTTP\/1\.[01] 1(?!01)\d\d$/;
const maxHeadBytes = 16_384;
const nothing = Buffer.alloc(0);
