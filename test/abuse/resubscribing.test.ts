import { createClient } from 'graphql-sse';
import { credential, liveProgram } from './attacked-program.js';

const subscription = 'subscription { ticketStock(every: 5) { id } }';

test('a caller that resubscribes 300 times in a row receives the stock each time, and causes at most one poll in five seconds', async () => {
  const program = await liveProgram({ CACHE_TTL: 'off' });
  const client = createClient({ url: `${program.url}/graphql/stream`, headers: { 'x-api-key': credential }, retryAttempts: 0 });
  const began = performance.now();
  for (let time = 0; time < 300; time += 1) {
    const results = client.iterate<{ ticketStock: unknown }>({ query: subscription });
    expect((await results.next()).value).toEqual({ data: { ticketStock: [] } });
    await results.return!();
  }
  expect(program.service.hits.length).toBeLessThanOrEqual(1 + (performance.now() - began) / 5_000);
  client.dispose();
});
