// The load generator, a process of its own: sends requests over persistent connections, each as soon as the previous one has its response.
import { Pool } from 'undici';

process.on('message', async ({ url, headers, bodies, connections, seconds }) => {
  const { origin, pathname: path } = new URL(url);
  const pool = new Pool(origin, { connections, pipelining: 1 });
  const started = performance.now();
  const end = started + seconds * 1000;
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
  const caller = async () => {
    while (performance.now() < end) await send(bodies[sent++ % bodies.length]);
  };
  try {
    await Promise.all(Array.from({ length: connections }, caller));
    process.send({ requests: sent, bad, seconds: (performance.now() - started) / 1000 });
  } catch (error) {
    process.send({ error: String(error) });
  }
  await pool.close();
});
process.on('disconnect', () => process.exit());

const responseStart = Buffer.from('{"data"');
