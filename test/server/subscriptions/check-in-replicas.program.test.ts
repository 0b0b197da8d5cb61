import { hookSecret, push, subscriber, type CheckInSubscriber } from '../../support/check-ins.js';
import { fakeService, type FakeService } from '../../support/fake-service.js';
import { programOver, type ProgramUnderTest } from '../../support/program.js';
import { describeWithRedis, RedisServer } from '../../support/redis-server.js';

describeWithRedis('check-ins over two replicas', () => {
  let redis: RedisServer;
  let service: FakeService;
  let replicas: ProgramUnderTest[];
  let subscribers: CheckInSubscriber[];

  beforeAll(async () => {
    redis = await RedisServer.start();
    service = await fakeService({
      '/api/participant/getList': ({ form }) => {
        const ids = form['ids']!.split(',');
        return { code: 1, data: ids.map((id) => ({ id: Number(id), contact: `Name ${id}` })), total: ids.length };
      },
    });
    const env = { CHECK_IN_HOOK_SECRETS: hookSecret, CHECK_IN_HOOK_ATTENDEE: '/participant', REDIS_URL: redis.url };
    replicas = await Promise.all([programOver(service.url, env), programOver(service.url, env)]);
    subscribers = [];
    // One after the other: each takes the pushes by which it begins, and the first those of the second as well.
    for (const replica of replicas.toReversed())
      subscribers.push(await subscriber(replica, 'id payload attendee { name }', { hookOf: replicas[0]! }));
  });
  afterAll(async () => {
    for (const joined of subscribers) await joined.leave();
  });

  test('a push to one replica reaches the subscribers of both once, with the same id, and with the attendee', async () => {
    for (let participant = 1; participant <= 20; participant += 1) await push(replicas[0]!, { participant });
    const received = await Promise.all(subscribers.map((joined) => eventsOf(joined, 20)));
    expect(received[0]!.map(({ payload, attendee }) => [payload.participant, attendee.name])).toEqual(
      Array.from({ length: 20 }, (_, index) => [index + 1, `Name ${index + 1}`]),
    );
    expect(received[1]).toEqual(received[0]);
  });

  test('while Redis is down, a push reaches the subscribers of its own replica', async () => {
    await redis.kill();
    await push(replicas[0]!, { participant: 21 });
    const [event] = await eventsOf(subscribers[1]!, 1);
    expect(event!.payload).toEqual({ participant: 21 });
  });
});

interface ReceivedCheckIn {
  readonly payload: { readonly participant: number };
  readonly attendee: { readonly name: string };
}

/** Returns the next events that are not of the series of pushes by which a subscriber begins. */
async function eventsOf(joined: CheckInSubscriber, count: number): Promise<ReceivedCheckIn[]> {
  const events: ReceivedCheckIn[] = [];
  while (events.length < count) {
    const { data } = await joined.next();
    if (data.checkIns.payload.series === undefined) events.push(data.checkIns);
  }
  return events;
}
