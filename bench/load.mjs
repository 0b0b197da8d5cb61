// The load generator, a process of its own. It sends requests over persistent connections: each as soon as the previous one has its
// response, or, with `perSecond`, so many in each second, whatever the responses take. It replies with the rate and the latencies.
// With `perSecond`, the requests of the first 0.3 s are sent and not measured: the connections open in that time.
import { Pool } from 'undici';

const openingMs = 300;
const responseStart = Buffer.from('{"data"');

process.on('message', async ({ url, headers, bodies, connections, seconds, perSecond }) => {
  const { origin, pathname: path } = new URL(url);
  const pool = new Pool(origin, { connections, pipelining: 1 });
  const started = performance.now();
  const measuredFrom = perSecond ? started + openingMs : started;
  const end = measuredFrom + seconds * 1000;
  let sent = 0;
  let bad = 0;
  const send = (body) =>
    new Promise((resolve, reject) => {
      let first = true;
      pool.dispatch(
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
  const timed = async (due) => {
    await send(bodies[sent++ % bodies.length]);
    if (due >= measuredFrom) latencies.push(performance.now() - due);
  };
  const caller = async () => {
    while (performance.now() < end) await timed(performance.now());
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
    await (perSecond ? atRate() : Promise.all(Array.from({ length: connections }, caller)));
    latencies.sort((one, other) => one - other);
    const percentile = (share) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))];
    const requests = { requests: sent, perSecond: sent / ((performance.now() - started) / 1000) };
    process.send(bad > 0 ? { error: `${bad} bad responses of ${url}` } : { ...requests, p50: percentile(0.5), p99: percentile(0.99) });
  } catch (error) {
    process.send({ error: String(error) });
  }
  await pool.close();
});
process.on('disconnect', () => process.exit());
