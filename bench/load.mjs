// The load generator, a process of its own. It sends requests over persistent connections: each as soon as the previous one has its
// response, or, with `perSecond`, so many in each second, whatever the responses take. It replies with the rate and the latencies.
// With `perSecond`, the requests of the first 0.3 s are sent and not measured: the connections open in that time.
// `start` is how each response begins. `urls` instead of `url`: several servers side by side, each with so many connections.
import { Pool } from 'undici';

const openingMs = 300;

process.on('message', async ({ url, urls = [url], headers, bodies, connections, seconds, perSecond, start = '{"data"' }) => {
  const responseStart = Buffer.from(start);
  const servers = urls.map((each) => {
    const { origin, pathname: path } = new URL(each);
    return { dispatcher: new Pool(origin, { connections, pipelining: 1 }), path };
  });
  const started = performance.now();
  const measuredFrom = perSecond ? started + openingMs : started;
  const end = measuredFrom + seconds * 1000;
  let sent = 0;
  let bad = 0;
  /** @param {{ dispatcher: Pool, path: string }} server */
  const send = ({ dispatcher, path }, body) =>
    new Promise((resolve, reject) => {
      let first = true;
      dispatcher.dispatch(
        { method: 'POST', path, headers, body },
        {
          onRequestStart() {},
          onResponseStart(_controller, status) {
            if (status !== 200) bad += 1;
          },
          onResponseData(_controller, chunk) {
            if (first && !chunk.subarray(0, 7).equals(responseStart)) bad += 1;
            first = false;
          },
          onResponseEnd: resolve,
          onResponseError: (_controller, error) => reject(error),
        },
      );
    });
  const latencies = [];
  /** @param due when the request should be sent: a server that stops must not stop the clock */
  const timed = async (due, server = servers[sent % servers.length]) => {
    await send(server, bodies[sent++ % bodies.length]);
    if (due >= measuredFrom) latencies.push(performance.now() - due);
  };
  const caller = async (server) => {
    while (performance.now() < end) await timed(performance.now(), server);
  };
  const atRate = async () => {
    const pending = [];
    const total = (perSecond * (end - started)) / 1000;
    for (let count = 0; count < total;) {
      for (; count < total && started + (count * 1000) / perSecond <= performance.now(); count += 1)
        pending.push(timed(started + (count * 1000) / perSecond));
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await Promise.all(pending);
  };
  try {
    await (perSecond ? atRate() : Promise.all(servers.flatMap((server) => Array.from({ length: connections }, () => caller(server)))));
    latencies.sort((one, other) => one - other);
    const percentile = (share) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))];
    process.send({ requests: sent, bad, seconds: (performance.now() - started) / 1000, p50: percentile(0.5), p99: percentile(0.99) });
  } catch (error) {
    process.send({ error: String(error) });
  }
  await Promise.all(servers.map(({ dispatcher }) => dispatcher.close()));
});
process.on('disconnect', () => process.exit());
