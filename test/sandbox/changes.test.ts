/* What happens in the sandbox by itself: sales, registrations, check-ins. */

import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox.js';
import { closedAfterwards } from '../support/afterwards.js';
import { httpServer } from '../support/http-server.js';
import { stopIntervals } from '../support/stopped-clock.js';
import { until } from '../support/until.js';
import { client, now } from './client.js';

async function changingSandbox(seed = 0, hook?: Parameters<Sandbox['runChanges']>[0]) {
  const sandbox = closedAfterwards(await startSandbox({ now: () => now, seed }));
  sandbox.runChanges(hook);
  const { post } = client(sandbox.url);
  return async () => ({
    tickets: (await post('/api/ticket/data')).data as { num: number; sold_num: number }[],
    goods: (await post('/api/goods/data')).data as { num: number; sold_num: number }[],
    people: (await post('/api/participant/getList', { page: '1', pagesize: '1' })).envelope['total'] as number,
    newest: JSON.stringify((await post('/api/participant/getList', { page: '8', pagesize: '170' })).data).replaceAll(sandbox.url, ''),
  });
}

let events: ReturnType<typeof stopIntervals>;
beforeEach(() => void (events = stopIntervals()));
const happen = (count: number) => events.pass(count * 2500);

test('sandboxes with equal seeds have the same data and the same events; another seed causes others', async () => {
  const [one, same, other] = [await changingSandbox(7), await changingSandbox(7), await changingSandbox(8)];
  expect(await other()).not.toEqual(await one());
  happen(300);
  expect(await same()).toEqual(await one());
  expect((await other()).newest).not.toBe((await one()).newest);
});

test('stock sells and people register: after 40,000 events nothing is sold out, and the conference is full, with 5,000 attendees', async () => {
  const state = await changingSandbox();
  const before = await state();
  happen(40_000);
  const { tickets, goods, people } = await state();
  const sold = (rows: readonly { sold_num: number }[]) => rows.reduce((sum, row) => sum + row.sold_num, 0);
  expect(sold(tickets)).toBeGreaterThan(sold(before.tickets));
  expect(sold(goods)).toBeGreaterThan(sold(before.goods));
  expect([...tickets, ...goods].filter(({ num, sold_num }) => sold_num < num).length).toBe(5);
  expect(people).toBe(5000);
});

test('the sandbox changes nothing before `runChanges` and after `close`', async () => {
  const sandbox = await startSandbox();
  expect(jest.getTimerCount()).toBe(0);
  sandbox.runChanges();
  expect(jest.getTimerCount()).toBe(1);
  await sandbox.close();
  expect(jest.getTimerCount()).toBe(0);
});

test('each check-in is pushed with the secret, also after a push that failed', async () => {
  const received: { path: string; authorization: string | undefined; body: Record<string, unknown> }[] = [];
  const receiver = await httpServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => void (text += chunk.toString()));
    request.on('end', () => {
      received.push({ path: request.url!, authorization: request.headers.authorization, body: JSON.parse(text) });
      response.writeHead(received.length === 1 ? 503 : 200).end('{}');
    });
  });
  await changingSandbox(0, { url: `${receiver.url}/hooks/check-in`, secret: 'the-secret' });
  await until(() => {
    happen(1);
    return received.length >= 3;
  });
  for (const { path, authorization, body } of received) {
    expect({ path, authorization }).toEqual({ path: '/hooks/check-in/1001', authorization: 'Bearer the-secret' });
    expect(body).toEqual({
      id: expect.any(Number),
      form_id: 1001,
      sign_code: expect.any(String),
      contact: expect.any(String),
      point_id: '5',
      time: now / 1000,
    });
  }
});
