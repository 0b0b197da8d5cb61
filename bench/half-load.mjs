// Latency at half of the greatest load: of Event Graph, of the plain server, and of the stub service alone. The stub shows how much of a
// latency comes from the machine and the load generator.
import { median } from './statistics.mjs';
import { bodiesOf, workloads } from './workloads.mjs';

const boundary = 'half-load-7MA4YWxk';
/** The call to the service that a workload makes, as the bodies of requests. */
const callsOf = {
  list: ['/api/participant/getList', ({ offset }) => ({ page: offset / 100 + 1, pagesize: 100 })],
  one: ['/api/participant/get', ({ id }) => ({ id: id.slice(id.lastIndexOf(':') + 1) })],
};

/** The contenders of a workload, each with the requests that it gets. */
function contendersOf(name, { service, plain, graph, headers }) {
  const workload = workloads[name];
  const [path, formOf] = callsOf[name];
  const forms = bodiesOf(workload).map((body) => formOf(JSON.parse(body).variables));
  const multipart = (form) =>
    `${Object.entries(form)
      .map(([key, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`)
      .join('')}--${boundary}--\r\n`;
  return [
    {
      server: 'the stub service alone',
      url: service + path,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      bodies: forms.map(multipart),
      start: '{"code"',
    },
    { server: 'plain', url: plain, headers, bodies: bodiesOf(workload) },
    { server: 'Event Graph', url: graph, headers, bodies: bodiesOf(workload) },
  ];
}

/**
 * Measures every contender in every round. The load is half of what the contender reaches with 16 connections; for the stub, half of what
 * Event Graph reaches.
 *
 * @param run sends load, and returns requests, seconds and latencies
 * @returns for each workload and contender the medians of the rounds
 */
export async function measureHalfLoad(urls, run, rounds) {
  const table = [];
  for (const name of Object.keys(callsOf)) {
    const contenders = contendersOf(name, urls);
    const greatest = async (contender) => {
      const { requests, seconds } = await run({ ...contender, connections: 16, seconds: 2 });
      return requests / seconds;
    };
    for (const contender of contenders) contender.rate = (await greatest(contender), await greatest(contender)) / 2;
    contenders[0].rate = contenders[2].rate;
    const samples = contenders.map(() => []);
    const underHalfLoad = (contender) => run({ ...contender, connections: 64, perSecond: contender.rate, seconds: 2 });
    // Code that only this load runs is compiled first.
    for (const contender of contenders) await underHalfLoad(contender);
    for (let round = 0; round < rounds; round += 1)
      for (const [index, contender] of contenders.entries()) samples[index].push(await underHalfLoad(contender));
    contenders.forEach(({ server, rate }, index) => {
      const of = (figure) => median(samples[index].map(figure));
      const p50 = of((sample) => sample.p50);
      const p99 = of((sample) => sample.p99);
      table.push({ request: workloads[name].label, server, rate, p50, p99, ratio: of((sample) => sample.p99 / sample.p50) });
    });
  }
  return table;
}
