/* Limits of the messages of a WebSocket that ws has no options and no events for. */

import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';

/** The part of ws that reads frames. Tests fail if a later version of ws has other names. */
interface Receiver {
  readonly _maxPayload: number;
  /** 0 between two frames. */
  readonly _state: number;
  /** The opcode of a message that has further fragments, else 0. */
  readonly _fragmented: number;
  /** Bytes of a frame whose length is not known yet. */
  readonly _bufferedBytes: number;
}

function receiverOf(webSocket: WebSocket): Receiver {
  const { _receiver: receiver } = webSocket as unknown as { readonly _receiver: Receiver };
  return receiver;
}

/** Changes the limit of the bytes of a message. */
export function setMaxMessageBytes(webSocket: WebSocket, maximum: number): void {
  const changed: Pick<Receiver, '_maxPayload'> = { _maxPayload: maximum };
  Object.assign(receiverOf(webSocket), changed);
}

/** The time from the first byte of a message to its end. */
const maxMessageMs = 10_000;
/** The code with which ws closes for too many fragments, too. */
const policyViolation = 1008;

/**
 * Ends a connection on which a message is not complete in time: its bytes would stay in memory as long as the connection.
 * @param ended aborts when the connection has ended
 */
export function onUnfinishedMessage(
  webSocket: WebSocket,
  socket: Socket,
  ended: AbortSignal,
  end: (code: number, reason: string) => void,
): void {
  let timer: NodeJS.Timeout | undefined;
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  webSocket.on('message', stop);
  // ws has read the bytes already: its own listener is the first.
  socket.on('data', () => {
    if (ended.aborted || !isWithinMessage(receiverOf(webSocket))) stop();
    else timer ??= setTimeout(() => end(policyViolation, 'A message must end within 10 seconds.'), maxMessageMs);
  });
  ended.addEventListener('abort', stop);
}

const isWithinMessage = ({ _state, _fragmented, _bufferedBytes }: Receiver): boolean =>
  _state !== 0 || _fragmented !== 0 || _bufferedBytes !== 0;
