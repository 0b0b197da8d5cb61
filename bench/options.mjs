// The options of npm run bench, checked.
import { parseArgs } from 'node:util';
import { peers } from './peers/peers.mjs';
import { workloads } from './workloads.mjs';

/** @throws Error that states what an option takes */
export function optionsOf(args) {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '1' },
      warmup: { type: 'string', default: '1.5' },
      only: { type: 'string' },
      peers: { type: 'string' },
      pin: { type: 'boolean', default: false },
      /** The entry point of another build of Event Graph, measured in the same rounds. */
      also: { type: 'string', multiple: true, default: [] },
      /** The folder for CPU profiles of the servers. */
      profile: { type: 'string' },
    },
  });
  return {
    ...values,
    rounds: positive('rounds', values.rounds),
    seconds: positive('seconds', values.seconds),
    warmup: positive('warmup', values.warmup),
    chosen: namesOf('only', values.only, workloads) ?? Object.keys(workloads),
    peers: namesOf('peers', values.peers, peers) ?? [],
  };
}

function positive(option, value) {
  const number = Number(value);
  if (number > 0) return number;
  throw new Error(`--${option} takes a positive number`);
}

function namesOf(option, value, known) {
  const names = value?.split(',');
  const unknown = names?.filter((name) => !Object.hasOwn(known, name)) ?? [];
  if (unknown.length > 0) throw new Error(`--${option} takes ${Object.keys(known)}; not ${unknown}`);
  return names;
}
