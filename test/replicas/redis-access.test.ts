/*
 * Access to Redis: TLS with a certificate of one's own, and users with a password. With processes, because Node reads its
 * authorities at the start.
 */

import { textOf } from '../repository/files.js';
import { certificateFor } from '../support/certificate.js';
import { hookSecret, subscriber } from '../support/check-ins.js';
import type { ChildProgram } from '../support/child-program.js';
import { freePort } from '../support/free-port.js';
import { describeWithRedis, RedisServer } from '../support/redis-server.js';
import { registryService, type RegistryService } from '../support/registry-service.js';
import { until } from '../support/until.js';
import { replicaKey, register, send, startReplica } from './replica.js';

jest.setTimeout(120_000);

describeWithRedis('Redis', () => {
  let service: RegistryService;
  beforeAll(async () => {
    service = await registryService();
  });

  const replica = (redisUrl: string, env: Record<string, string> = {}) => startReplica(service.url, redisUrl, env);
  /** Registers, and repeats that while Redis is too slow for it. */
  const registers = (program: ChildProgram, number: number) =>
    until(async () => {
      const report = await register(program, number);
      return report === 'STATE_UNAVAILABLE' ? null : report;
    });
  /** The members of the line about the outage. */
  const outageOf = async (program: ChildProgram) => {
    const line = await until(async () => program.output().match(/^.*Redis cannot be used.*$/m)?.[0] ?? null);
    return JSON.parse(line) as { cause: string; hint: string };
  };
  /**
   * Starts a program that Redis refuses. On a busy machine the connection can take too long, which is the cause then: it is started
   * again.
   */
  const refusedReplica = (redisUrl: string, env: Record<string, string> = {}) =>
    until(async () => {
      const program = await replica(redisUrl, env);
      const outage = await outageOf(program);
      return /timeout/i.test(outage.cause) ? null : { program, outage };
    });
  let number = 30_000;

  describe('with TLS', () => {
    const certificate = certificateFor('localhost');
    async function redisWithTls(): Promise<{ redis: RedisServer; tlsPort: number }> {
      const tlsPort = await freePort();
      const files = ['--tls-cert-file', certificate.file, '--tls-key-file', certificate.keyFile, '--tls-ca-cert-file', certificate.file];
      const redis = await RedisServer.start(['--tls-port', String(tlsPort), ...files, '--tls-auth-clients', 'no']);
      return { redis, tlsPort };
    }

    test('Redis with TLS is used if NODE_EXTRA_CA_CERTS has its authority, and shares registrations', async () => {
      const { redis, tlsPort } = await redisWithTls();
      const env = { NODE_EXTRA_CA_CERTS: certificate.file };
      const [one, two] = [await replica(`rediss://localhost:${tlsPort}`, env), await replica(`rediss://localhost:${tlsPort}`, env)];
      number += 1;
      expect(await registers(one, number)).toBe('registered');
      expect(await registers(two, number)).toBe('replayed');
      expect(((await redis.command('KEYS', 'event-graph:outcome:*')) as string[]).length).toBe(1);
    });

    test.each([
      ['its authority is unknown', 'localhost', {}, 'DEPTH_ZERO_SELF_SIGNED_CERT', 'NODE_EXTRA_CA_CERTS'],
      [
        'its certificate is for another name',
        '127.0.0.1',
        { NODE_EXTRA_CA_CERTS: certificate.file },
        'ERR_TLS_CERT_ALTNAME_INVALID',
        'another host name',
      ],
    ])(
      'Redis with TLS is not used if %s: the log has cause and remedy, reads go on, registrations are refused unsent',
      async (_why, host, env, cause, hint) => {
        const { redis, tlsPort } = await redisWithTls();
        const { program, outage } = await refusedReplica(`rediss://:CANARY-password@${host}:${tlsPort}`, env);
        expect(outage).toMatchObject({ cause, hint: expect.stringContaining(hint) });
        expect((await send(program, '{ activity { formFields { name } } }')).errors).toBeUndefined();
        number += 1;
        expect(await register(program, number)).toBe('STATE_UNAVAILABLE');
        expect(await redis.command('KEYS', '*')).toEqual([]);
        expect(program.output()).not.toContain('CANARY');
      },
    );

    test('TLS at one end only is an outage, which the hint explains', async () => {
      const { redis, tlsPort } = await redisWithTls();
      for (const url of [redis.url.replace('redis:', 'rediss:'), `redis://localhost:${tlsPort}`]) {
        const program = await replica(url, { NODE_EXTRA_CA_CERTS: certificate.file });
        expect(await outageOf(program)).toMatchObject({ hint: expect.stringContaining('expects TLS') });
      }
    });
  });

  describe('with users', () => {
    /** The rights of the documented command. */
    const rights = /ACL SETUSER event-graph reset on >PASSWORD (.+)/.exec(textOf('docs/replicas.md'))![1]!.split(' ');
    const password = 'CANARY-p@ss/word:1';
    async function redisWithUser(...granted: string[]): Promise<(secret?: string) => string> {
      const redis = await RedisServer.start();
      await redis.command('ACL', 'SETUSER', 'canary-user', 'on', `>${password}`, ...granted);
      return (secret = password) => redis.url.replace('//', `//canary-user:${encodeURIComponent(secret)}@`);
    }

    test('a user of Redis needs the documented rights only', async () => {
      const urlOf = await redisWithUser(...rights);
      const env = { RATE_LIMIT: '100', CHECK_IN_HOOK_SECRETS: hookSecret };
      const [one, two] = [await replica(urlOf(), env), await replica(urlOf(), env)];
      number += 1;
      expect(await registers(one, number)).toBe('registered');
      expect(await registers(two, number)).toBe('replayed');
      // The subscription begins when a check-in has arrived through Redis.
      const joined = await subscriber(two, 'payload', { key: replicaKey, hookOf: one });
      await joined.leave();
      for (const { output } of [one, two]) {
        expect(output()).not.toContain('NOPERM');
        expect(output()).not.toMatch(/canary/i);
      }
    });

    test('if Redis refuses the password, the log names the cause; neither it nor a response contains user or password', async () => {
      const urlOf = await redisWithUser(...rights);
      const { program, outage } = await refusedReplica(urlOf('CANARY-wrong'), { LOG_LEVEL: 'debug' });
      expect(outage).toMatchObject({ cause: 'WRONGPASS', hint: expect.stringContaining('password') });
      number += 1;
      expect(await register(program, number)).toBe('STATE_UNAVAILABLE');
      expect(program.output()).not.toMatch(/canary/i);
    });
  });
});
