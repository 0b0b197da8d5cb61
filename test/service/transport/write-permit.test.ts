import { StateUnavailableError, WritePermitLostError } from '../../../src/records/errors.js';
import { withDeadline } from '../../../src/service/transport/deadline.js';
import { RetryBudget, retryBudgetRules, withRetries } from '../../../src/service/transport/retry.js';
import { type WritePermit, withWritePermit } from '../../../src/service/transport/transport.js';
import { createUndiciTransport } from '../../../src/service/transport/undici.js';
import { afterwards } from '../../support/afterwards.js';
import { httpServer, type HttpServer } from '../../support/http-server.js';
import { request } from './request.js';

let server: HttpServer;
let hits: number;
beforeEach(async () => {
  hits = 0;
  server = await httpServer((_incoming, response) => {
    hits += 1;
    response.end('{}');
  });
});

/** Sends a write that requires a permit, with retries around it. */
function send(permit: WritePermit) {
  const pool = createUndiciTransport({
    baseUrl: server.url,
    maxConnections: 2,
    maxResponseBytes: 1_000,
    timeoutMs: 20_000,
    keepAlive: false,
  });
  afterwards(pool.close);
  const now = () => performance.now();
  const budget = new RetryBudget(retryBudgetRules, now);
  const retried = withRetries(withWritePermit(pool.transport), { retries: 2, budget, random: Math.random, now });
  return withDeadline(retried, 20_000)(request({ repeatable: false }), { permit });
}

test('a write whose permit is granted and valid is sent once', async () => {
  let asked = 0;
  const reply = await send({ obtain: async () => void (asked += 1), isValid: () => true });
  expect({ status: reply.status, asked, hits }).toEqual({ status: 200, asked: 1, hits: 1 });
});

test.each([new WritePermitLostError(), new StateUnavailableError(1_000)])(
  'a write whose permit is refused is not sent: $name',
  async (error) => {
    const refused = async () => {
      throw error;
    };
    await expect(send({ obtain: refused, isValid: () => true })).rejects.toBe(error);
    expect(hits).toBe(0);
  },
);

test('a permit that ends while the connection is being opened prevents the first byte', async () => {
  await expect(send({ obtain: async () => {}, isValid: () => false })).rejects.toThrow(WritePermitLostError);
  expect(hits).toBe(0);
});
