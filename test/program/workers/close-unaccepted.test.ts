/* Which connections are closed because no worker accepted them. test/replicas tests the connections of workers that end, with real processes. */

import type { Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { closeUnaccepted } from '../../../src/program/workers/processes.js';

/** A worker of which the parent has one port, and what the parent sends to it. */
function workerUnderTest() {
  const process = Object.assign(new EventEmitter(), { send: jest.fn<boolean, unknown[]>(() => true) });
  const worker = Object.assign(new EventEmitter(), { process, isConnected: () => false });
  closeUnaccepted(worker as unknown as Worker);
  return {
    give: (seq: number, handle: object) => process.send({ act: 'newconn', key: 'port', seq }, handle),
    reply: (ack: number, accepted: boolean) => process.emit('internalMessage', { ack, accepted }),
    end: () => worker.emit('exit'),
  };
}
const connection = () => ({ close: jest.fn() });

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('a connection that the last worker refuses is closed', () => {
  const [worker, refused] = [workerUnderTest(), connection()];
  worker.give(1, refused);
  worker.reply(1, false);
  jest.advanceTimersByTime(10_000);
  expect(refused.close).toHaveBeenCalledTimes(1);
});

test('a connection that one worker refuses and another one accepts stays open', () => {
  const [first, second, refused] = [workerUnderTest(), workerUnderTest(), connection()];
  first.give(1, refused);
  // node:cluster receives the reply first, and gives the connection to another worker immediately, or as soon as one is free.
  second.give(2, refused);
  first.reply(1, false);
  second.reply(2, true);
  const waiting = connection();
  first.give(3, waiting);
  first.reply(3, false);
  jest.advanceTimersByTime(500);
  second.give(4, waiting);
  second.reply(4, true);
  jest.advanceTimersByTime(10_000);
  expect({ refused: refused.close.mock.calls, waiting: waiting.close.mock.calls }).toEqual({ refused: [], waiting: [] });
});

test('a connection on its way to a worker that ends is closed; one that it has accepted is not', () => {
  const [worker, accepted, onItsWay] = [workerUnderTest(), connection(), connection()];
  worker.give(1, accepted);
  worker.reply(1, true);
  worker.give(2, onItsWay);
  worker.end();
  expect({ accepted: accepted.close.mock.calls, onItsWay: onItsWay.close.mock.calls }).toEqual({ accepted: [], onItsWay: [[]] });
});
