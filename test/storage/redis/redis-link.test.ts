/* When the link to Redis counts as up, and what happens to commands while it is down. */

import { Socket } from 'node:net';
import { WaitBudget } from '../../../src/primitives/waiting.js';
import { loadRedisClients, type RedisConnection, RedisLink } from '../../../src/storage/redis/redis-link.js';
import { rightsCommands } from '../../../src/storage/redis/redis-outage.js';
import { closedAfterwards } from '../../support/afterwards.js';
import { socketServer } from '../../support/http-server.js';
import { until } from '../../support/until.js';

/** The commands that prove the rights of a user. */
const proofs = new Set(rightsCommands((name) => `p:${name}`).map((command) => command.join(' ')));

/** Connections that a test controls. A command whose reply is undefined is never replied to. */
function fakeRedis(replyTo: (command: readonly string[]) => unknown, now = () => performance.now()) {
  const sent: string[] = [];
  const log: string[] = [];
  let destroyed = 0;
  let onEnd: (cause: unknown) => void = () => {};
  const link = new RedisLink({
    prefix: 'p:',
    timeoutMs: 250,
    now,
    random: () => 0,
    onOutage: (cause, isFurther) => log.push(`${isFurther ? 'then' : 'outage'} ${cause}`),
    onRecovery: () => log.push('recovery'),
    open: (end): RedisConnection => {
      onEnd = end;
      return {
        opened: Promise.resolve(),
        send: async (command) => {
          const reply = replyTo(command);
          if (reply instanceof Error) throw reply;
          if (proofs.has(command.join(' '))) return reply instanceof Promise ? reply : 'OK';
          sent.push(command[0]!);
          return reply === undefined ? new Promise(() => {}) : reply;
        },
        destroy: () => void (destroyed += 1),
      };
    },
  });
  return { link, sent, log, end: (cause: unknown) => onEnd(cause), destroyed: () => destroyed };
}

async function started(replyTo: (command: readonly string[]) => unknown, now?: () => number) {
  const redis = fakeRedis(replyTo, now);
  closedAfterwards(redis.link);
  await redis.link.start();
  return redis;
}

test('a connection is used once Redis has accepted a write and the preparation is done', async () => {
  const redis = fakeRedis(() => 'OK');
  closedAfterwards(redis.link);
  redis.link.prepare = async (send) => {
    await expect(redis.link.command(['EARLY'])).rejects.toMatchObject({ code: 'DOWN' });
    await send(['PREPARE']);
  };
  await redis.link.start();
  expect(redis.link.isUp).toBe(true);
  expect(await redis.link.command(['GET', 'a'])).toBe('OK');
  expect(redis.sent).toEqual(['PREPARE', 'GET']);
});

test('a link that is closed while its connection opens stays down', async () => {
  const { link } = fakeRedis(() => 'OK');
  link.prepare = () => link.close();
  await link.start();
  expect(link.isUp).toBe(false);
});

test('a command without a reply ends the connection, and further ones are refused unsent', async () => {
  const { link, sent, log, destroyed } = await started(([name]) => (name === 'GET' ? undefined : 'OK'));
  await expect(link.command(['GET', 'a'], new WaitBudget(150))).rejects.toMatchObject({ code: 'TIMEOUT' });
  expect({ isUp: link.isUp, destroyed: destroyed(), log }).toEqual({ isUp: false, destroyed: 1, log: ['outage TIMEOUT'] });
  await expect(link.command(['GET', 'b'])).rejects.toMatchObject({ code: 'DOWN' });
  expect(sent).toEqual(['GET']);
});

test('Redis has its time from when the command is written: at the end of the turn, which is late in a busy process', async () => {
  const afterWriting = () => new Promise<string>((resolve) => setImmediate(() => setTimeout(resolve, 30, 'OK')));
  const { link } = await started(([name]) => (name === 'GET' ? afterWriting() : 'OK'));
  const reply = link.command(['GET', 'a']);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  expect(await reply).toBe('OK');
});

test('many commands are written in one turn of the event loop', async () => {
  const command = ['EVAL', 'x'.repeat(2_000), '0'];
  const bytes = `*3\r\n${command.map((word) => `$${word.length}\r\n${word}\r\n`).join('')}`.length;
  let received = 0;
  const server = await socketServer((socket) => {
    socket.on('data', ({ length }) => {
      const before = Math.floor(received / bytes);
      received += length;
      socket.write('+OK\r\n'.repeat(Math.floor(received / bytes) - before));
    });
  });
  const { open } = await loadRedisClients(server.url.replace('http', 'redis'));
  const connection = open(() => {});
  await connection.opened;
  // The library corks the socket for each of its turns.
  const turns = jest.spyOn(Socket.prototype, 'cork');
  await Promise.all(Array.from({ length: 1_000 }, () => connection.send(command)));
  connection.destroy();
  expect(turns.mock.calls.length).toBeLessThan(10);
});

test('a connection that is destroyed while it opens leaves no socket', async () => {
  const server = await socketServer(() => {});
  const { open } = await loadRedisClients(server.url.replace('http', 'redis'));
  open(() => {}).destroy();
  await until(() => server.sockets.length > 0 && server.openSockets() === 0);
  expect(server.sockets).toHaveLength(1);
});

test('the commands of an operation share its time, after which they are refused unsent, and others go on', async () => {
  let now = 0;
  const later = () => new Promise((resolve) => setImmediate(() => setImmediate(() => resolve((now += 6_000)))));
  const { link, sent } = await started(
    ([name]) => (name === 'READ' ? later() : 'OK'),
    () => now,
  );
  const wait = new WaitBudget(10_000);
  for (const key of ['a', 'b']) await link.command(['READ', key], wait);
  await expect(link.command(['READ', 'c'], wait)).rejects.toMatchObject({ code: 'DOWN' });
  await link.command(['READ', 'd'], new WaitBudget(10_000));
  expect(sent).toEqual(['READ', 'READ', 'READ']);
});

test('a Redis that stops to reply is an outage before an operation needs it', async () => {
  let commands = 0;
  const { log } = await started(() => ((commands += 1) > proofs.size ? new Promise(() => {}) : 'OK'));
  await until(() => log.length > 0);
  expect(log).toEqual(['outage TIMEOUT']);
});

test('a command that Redis refuses, or that its operation has no time for, leaves the connection to others', async () => {
  // The clock goes on when it is asked: a machine that stalls would make the command look slow.
  let now = 0;
  const { link } = await started(
    ([name]) => (name === 'SLOW' ? undefined : name === 'EVAL bad' ? new Error('ERR user_script:6: malformed number') : 'OK'),
    () => (now += 45),
  );
  await expect(link.command(['SLOW'], new WaitBudget(5))).rejects.toMatchObject({ code: 'TIMEOUT' });
  await expect(link.command(['EVAL bad'])).rejects.toThrow('ERR');
  expect(await link.command(['GET', 'a'])).toBe('OK');
});

test('each outage is reported once, also of an idle link, and so are further causes and its end, however many attempts to connect fail', async () => {
  let full = true;
  let refused = false;
  let attempts = 0;
  const { link, log, end } = await started(() => {
    attempts += 1;
    if (refused) return new Error('WRONGPASS invalid username-password pair or user is disabled.');
    return full ? new Error("OOM command not allowed when used memory > 'maxmemory'.") : 'OK';
  });
  await until(async () => attempts > 3);
  expect(log).toEqual(['outage OOM']);
  full = false;
  await until(async () => link.isUp);
  expect(log).toEqual(['outage OOM', 'recovery']);
  end(Object.assign(new Error('connect ECONNREFUSED 10.0.0.5:6379'), { code: 'ECONNREFUSED' }));
  end(new Error('Socket closed unexpectedly'));
  await until(async () => link.isUp);
  expect(log.slice(2)).toEqual(['outage ECONNREFUSED', 'recovery']);
  full = true;
  await until(async () => log.length > 4);
  refused = true;
  await until(async () => log.length > 5);
  const attemptsBefore = attempts;
  refused = false;
  await until(async () => attempts > attemptsBefore + 3);
  expect(log.slice(4)).toEqual(['outage OOM', 'then WRONGPASS']);
});

test('the cause of an outage contains no address and no credential', async () => {
  const { log } = await started(() => new Error('something about redis://user:secret@10.0.0.5'));
  expect(log).toEqual(['outage Error']);
});
