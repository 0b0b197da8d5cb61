// Prints the figures of the servers, and the ratios to the plain server.
import { median, range } from './statistics.mjs';
import { workloads } from './workloads.mjs';

const figuresOf = (samples) => {
  const all = (key) => samples.map((sample) => sample[key]);
  return {
    'CPU ms/request': median(all('cpuMs')).toFixed(3),
    'lowest–highest': range(all('cpuMs'), 3),
    'requests/s': Math.round(median(all('perSecond'))),
    'upstream calls/request': median(all('upstream')).toFixed(2),
  };
};

/** The ratio to the plain server in the same round: the median of the rounds, with the lowest and the highest. */
function ratioOf(samples, plain) {
  const ratios = samples.map(({ cpuMs }, round) => cpuMs / plain[round].cpuMs);
  return `${median(ratios).toFixed(2)} (${range(ratios, 2)})`;
}

/**
 * @param samples for each workload, the samples of each server by its name, of `plain` first
 * @param memory for each server, the peak memory of its processes in MB
 */
export function report(samples, memory, rounds) {
  const entries = Object.entries(samples);
  for (const [workload, ofServers] of entries) {
    console.log(`\n${workload}: ${workloads[workload].label}`);
    console.table(Object.fromEntries(Object.entries(ofServers).map(([name, ofServer]) => [name, figuresOf(ofServer)])));
  }
  console.log(
    `\nPeak memory, MB: ${Object.entries(memory)
      .map(([name, peaks]) => `${name} ${[...new Set(peaks)].join('–')}`)
      .join('; ')}`,
  );
  console.log(`\nCPU time per request as a multiple of the plain server's; median of ${rounds} rounds (lowest–highest):`);
  const ratios = entries.map(([workload, { plain, ...others }]) => {
    const ratio = Object.fromEntries(Object.entries(others).map(([name, ofServer]) => [name, ratioOf(ofServer, plain)]));
    return { workload, ratio };
  });
  const [, ...compared] = Object.keys(memory);
  if (compared.length > 1) console.table(Object.fromEntries(ratios.map(({ workload, ratio }) => [workload, ratio])), compared);
  else for (const { workload, ratio } of ratios) console.log(`${workload} ratio ${Object.values(ratio)[0]}`);
}
