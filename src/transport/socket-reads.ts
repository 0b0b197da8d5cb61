/* Reads the bytes of all connections to the service into one buffer, without new memory for each part of a reply. */

import type { OnReadOpts, Socket } from 'node:net';

/**
 * Lets all connections read into one buffer. Otherwise Node creates 64 KiB of memory for each part of a reply, and V8 considers these bytes
 * only when it collects garbage (docs/decisions/0018-replies-share-memory.md).
 *
 * Who handles a part must copy what is needed later, because the next part of any connection overwrites it. undici's parser refers to the
 * header fields of a reply until the head is complete. It therefore gets a copy of each part that may contain an incomplete head.
 */
export class SocketReads {
  /** An option of `net.connect` and `tls.connect`. */
  readonly onread: OnReadOpts;
  readonly #connections = new WeakMap<Socket, ReadConnection>();
  /** The connection whose part the parser reads now. */
  #current: ReadConnection | null = null;

  constructor() {
    const buffer = Buffer.allocUnsafeSlow(maxPartBytes);
    const deliver = (socket: Socket, part: Buffer): void => this.#deliver(socket, part);
    this.onread = {
      buffer,
      callback(this: unknown, length) {
        // Node calls it as a method of the socket.
        deliver(this as Socket, buffer.subarray(0, length));
        return true;
      },
    };
  }

  /** The handler of a reply calls it when the head is complete. The head of an informational response (1xx) does not count. */
  headEnded(): void {
    if (this.#current !== null) this.#current.next = 'body';
  }

  /** The handler of a reply calls it when the body is complete. */
  bodyEnded(): void {
    if (this.#current !== null) this.#current.next = 'head';
  }

  #deliver(socket: Socket, part: Buffer): void {
    let connection = this.#connections.get(socket);
    if (connection === undefined) this.#connections.set(socket, (connection = new ReadConnection(socket)));
    const isLasting = connection.next === 'body' || (connection.next === 'head' && beginsWithWholeHead(part));
    if (connection.next === 'head') connection.next = 'rest of head';
    this.#current = connection;
    connection.give(isLasting ? part : Buffer.from(part));
    this.#current = null;
  }
}

/** The number of bytes that Node reads at once without a buffer of the program. */
const maxPartBytes = 65_536;

/**
 * Whether a part begins with a head that is complete, and not that of an informational response: `HTTP/1.1 1…`. The parser skips line ends before
 * a head, but here they could be mistaken for its end, and move the status.
 */
const beginsWithWholeHead = (part: Buffer): boolean => part[0] === letterH && part[9] !== digit1 && part.includes(endOfHead);
const letterH = 0x48;
const digit1 = 0x31;
const endOfHead = Buffer.from('\r\n\r\n');

/** A connection that undici reads as a stream. Node puts nothing into a stream whose bytes go to a buffer of the program. */
class ReadConnection {
  /** What the next part begins with, as far as the handlers of the last part reported. */
  next: 'head' | 'rest of head' | 'body' = 'head';
  #part: Buffer | null = null;
  #isGiving = false;

  constructor(private readonly socket: Socket) {
    const read = socket.read.bind(socket);
    socket.read = (size?: number) => (this.#isGiving && size === undefined ? this.#take() : (read(size) as unknown));
  }

  /** Has undici read a part, with all handlers. A part that undici does not read ends the connection: it belongs to no reply. */
  give(part: Buffer): void {
    this.#part = part;
    this.#isGiving = true;
    this.socket.emit('readable');
    this.#isGiving = false;
    if (this.#take() !== null) this.socket.destroy(new Error('The service sent bytes that belong to no reply.'));
  }

  #take(): Buffer | null {
    const part = this.#part;
    this.#part = null;
    return part;
  }
}
