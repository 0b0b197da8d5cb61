/* A proxy in front of Redis that shows how far a registration is. */

import { connect } from 'node:net';
import { socketServer } from '../support/http-server.js';

/** A command of a registration, as it appears on the connection to Redis. */
export type Step = 'salt' | 'read' | 'begin' | 'renew' | 'complete';

const occursIn = (step: Step, chunk: string) => (step === 'salt' ? /:salt\r\n/.test(chunk) : chunk.includes(`{"kind":"${step}"`));

/** A proxy in front of Redis that shows how far a registration is. What it has read is not passed on if the event kills the client. */
export async function stepProxy(redisPort: number) {
  let watched: { step: Step; moment: 'before' | 'after'; event: () => void } | null = null;
  const { url } = await socketServer((client) => {
    const redis = connect(redisPort, '127.0.0.1');
    redis.on('error', () => {});
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
  });
  return {
    url: url.replace('http', 'redis'),
    /** Calls once, when a step is about to be passed on, or when Redis has replied to it and the reply is about to be passed on. */
    at: (step: Step, moment: 'before' | 'after', event: () => void) => void (watched = { step, moment, event }),
  };
}
