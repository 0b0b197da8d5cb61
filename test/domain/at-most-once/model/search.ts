/* The search of a model: every trace of choices from a world's beginning to its end. */

import type { World } from './world.js';

/** Lets every continuation of promises run that a decision causes. */
export const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Searches all traces of a world: every order of what can happen, with at most a number of faults. Traces after which the same can
 * happen are followed once.
 * @param begin creates a world and begins its calls
 * @param check is called at the end of each trace, when only faults can happen any more, and returns what contradicts the promises
 * @returns the number of traces, and the traces with contradictions
 */
export async function searchAll(
  begin: () => World,
  maxFaults: number,
  check: (world: World) => Promise<readonly string[]>,
): Promise<{ traces: number; wrong: { readonly trace: readonly string[]; readonly contradictions: readonly string[] }[] }> {
  const seen = new Set<string>();
  const open: { readonly trace: readonly string[]; readonly faults: number }[] = [{ trace: [], faults: 0 }];
  let traces = 0;
  const wrong: { readonly trace: readonly string[]; readonly contradictions: readonly string[] }[] = [];
  // The world of the trace before, if the next trace is that one and a further decision.
  let previous: World | null = null;
  while (open.length > 0) {
    const { trace, faults } = open.pop()!;
    const world: World = previous ?? (await replay(begin, trace.slice(0, -1)));
    previous = null;
    if (trace.length > 0) await decide(world, trace.at(-1)!);
    const fingerprint = `${faults} ${world.fingerprint()}`;
    if (seen.has(fingerprint)) continue;
    seen.add(fingerprint);
    const choices = world.choices();
    for (const { label, isFault } of choices)
      if (!isFault || faults < maxFaults) open.push({ trace: [...trace, label], faults: faults + Number(isFault) });
    if (choices.every(({ label, isFault }) => isFault || label.startsWith('late '))) {
      traces += 1;
      const contradictions = await check(world);
      if (contradictions.length > 0) wrong.push({ trace, contradictions });
    } else {
      previous = world;
    }
  }
  return { traces, wrong };
}

async function replay(begin: () => World, trace: readonly string[]): Promise<World> {
  const world = begin();
  await settle();
  for (const label of trace) await decide(world, label);
  return world;
}

async function decide(world: World, label: string): Promise<void> {
  world
    .choices()
    .find((choice) => choice.label === label)!
    .happen();
  await settle();
}
