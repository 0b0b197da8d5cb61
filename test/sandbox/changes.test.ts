/* What happens in the sandbox by itself: sales, registrations, check-ins. */

import { pushTo, startSandbox, type Sandbox } from '../../src/sandbox/sandbox.js';
import { closedAfterwards } from '../support/afterwards.js';
import { httpServer } from '../support/http-server.js';
import { client } from './client.js';

const morning = Date.UTC(2026, 3, 2);

/** A clock that a test moves: each step calls the earliest callback at its time. */
function steppedClock() {
  let time = morning;
  let waiting: { at: number; callback: () => void } | undefined;
  return {
    now: () => time,
    after: (ms: number, callback: () => void) => {
      waiting = { at: time + ms, callback };
      return () => (waiting = undefined);
    },
    step: (count: number) => {
      for (let index = 0; index < count && waiting; index += 1) {
        time = waiting.at;
        const { callback } = waiting;
        waiting = undefined;
        callback();
      }
    },
    isWaiting: () => waiting !== undefined,
  };
}

async function changingSandbox(seed = 0, push?: NonNullable<Parameters<Sandbox['runChanges']>[0]>['push']) {
  const clock = steppedClock();
  // Signatures are checked against the clock of the tests' client, which stands still.
  const sandbox = closedAfterwards(await startSandbox({ now: () => morning, seed }));
  sandbox.runChanges({ after: clock.after, now: clock.now, push });
  const { post } = client(sandbox.url);
  const state = async () => ({
    tickets: (await post('/api/ticket/data')).data as { num: number; sold_num: number }[],
    goods: (await post('/api/goods/data')).data as { num: number; sold_num: number }[],
    people: (await post('/api/participant/getList', { page: '1', pagesize: '1' })).envelope['total'] as number,
    newest: JSON.stringify((await post('/api/participant/getList', { page: '8', pagesize: '170' })).data).replaceAll(sandbox.url, ''),
  });
  return { clock, state };
}

test('sandboxes with equal seeds have the same data and the same events; another seed causes others', async () => {
  const [one, same, other] = [await changingSandbox(7), await changingSandbox(7), await changingSandbox(8)];
  expect(await other.state()).not.toEqual(await one.state());
  for (const { clock } of [one, same, other]) clock.step(300);
  expect(await same.state()).toEqual(await one.state());
  expect((await other.state()).newest).not.toBe((await one.state()).newest);
});

test('stock sells and people register: after 40,000 events nothing is sold out, and the conference is full, with 5,000 attendees', async () => {
  const { clock, state } = await changingSandbox();
  const before = await state();
  clock.step(40_000);
  const { tickets, goods, people } = await state();
  const sold = (rows: readonly { sold_num: number }[]) => rows.reduce((sum, row) => sum + row.sold_num, 0);
  expect(sold(tickets)).toBeGreaterThan(sold(before.tickets));
  expect(sold(goods)).toBeGreaterThan(sold(before.goods));
  expect([...tickets, ...goods].filter(({ num, sold_num }) => sold_num < num).length).toBe(5);
  expect(people).toBe(5000);
});

test('the sandbox changes nothing before `runChanges` and after `close`', async () => {
  const sandbox = await startSandbox({ now: () => morning });
  const { post } = client(sandbox.url);
  const stock = async () => (await post('/api/ticket/data')).data;
  const clock = steppedClock();
  expect(await stock()).toEqual(await stock());
  sandbox.runChanges({ after: clock.after });
  expect(clock.isWaiting()).toBe(true);
  await sandbox.close();
  expect(clock.isWaiting()).toBe(false);
});

test('each check-in is pushed with the secret, also after a push that failed', async () => {
  const received: { path: string; authorization: string | undefined; body: Record<string, unknown> }[] = [];
  let status = 200;
  const receiver = await httpServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => void (text += chunk.toString()));
    request.on('end', () => {
      received.push({ path: request.url!, authorization: request.headers.authorization, body: JSON.parse(text) });
      response.writeHead(status).end('{}');
    });
  });
  const send = pushTo(`${receiver.url}/hooks/check-in`, 'the-secret');
  const sent: Promise<boolean>[] = [];
  const { clock } = await changingSandbox(0, (...args) => {
    const result = send(...args);
    sent.push(result);
    return result;
  });
  const stepUntilSent = (count: number) => {
    while (sent.length < count) clock.step(1);
  };
  stepUntilSent(3);
  expect(await Promise.all(sent)).toEqual([true, true, true]);
  expect(received).toHaveLength(3);
  for (const { path, authorization, body } of received) {
    expect({ path, authorization }).toEqual({ path: '/hooks/check-in/1001', authorization: 'Bearer the-secret' });
    expect(body).toEqual({
      id: expect.any(Number),
      form_id: 1001,
      sign_code: expect.any(String),
      contact: expect.any(String),
      point_id: '5',
      time: expect.any(Number),
    });
  }
  status = 503;
  stepUntilSent(5);
  expect(await Promise.all(sent.slice(3))).toEqual([false, false]);
  stepUntilSent(6);
  await Promise.allSettled(sent);
});
