/* A proxy in front of Redis that shows how far a registration is. */

import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { closedAfterwards } from '../support/afterwards.js';

/** A command of a registration, as it appears on the connection to Redis. */
export type Step = 'salt' | 'read' | 'begin' | 'renew' | 'complete';

export interface StepProxy {
  readonly url: string;
  /** Called once, when a step is about to be passed on, or when Redis has replied to it and the reply is about to be passed on. */
  at(step: Step, moment: 'before' | 'after', event: () => void): void;
  close(): void;
}

const occursIn = (step: Step, chunk: string) => (step === 'salt' ? /:salt\r\n/.test(chunk) : chunk.includes(`{"kind":"${step}"`));

/** A proxy in front of Redis that shows how far a registration is. What it has read is not passed on if the event kills the client. */
export async function stepProxy(redisPort: number): Promise<StepProxy> {
  let watched: { step: Step; moment: 'before' | 'after'; event: () => void } | null = null;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const redis = connect(redisPort, '127.0.0.1');
    for (const socket of [client, redis]) {
      sockets.add(socket);
      socket.on('error', () => {});
    }
    let replyIsNext = false;
    client.on('data', (chunk) => {
      if (watched && occursIn(watched.step, chunk.toString('latin1'))) {
        if (watched.moment === 'before') return happen();
        replyIsNext = true;
      }
      redis.write(chunk);
    });
    redis.on('data', (chunk) => {
      if (replyIsNext) happen();
      replyIsNext = false;
      client.write(chunk);
    });
    client.on('close', () => redis.destroy());
    redis.on('close', () => client.destroy());
    const happen = () => {
      const { event } = watched!;
      watched = null;
      event();
    };
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return closedAfterwards({
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    at: (step, moment, event) => void (watched = { step, moment, event }),
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  });
}
