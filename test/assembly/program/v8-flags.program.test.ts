import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compiledSources, startChild } from '../../support/child-program.js';

/** V8 then prints each decision where to create objects. A young generation of 2 MB makes it decide early. */
const traced = ['--trace-pretenuring-statistics', '--max-semi-space-size=1'];

const flags = JSON.stringify(join(compiledSources(), 'assembly/program/v8-flags.js'));
/** Runs a script in a process of its own. @returns what it prints */
const printedBy = (script: string, ...options: string[]): string =>
  execFileSync(process.execPath, [...options, '--input-type=module', '--eval', script], { encoding: 'utf8' });

describe('objects are created in the young generation', () => {
  const manySurvive = `
    const make = (number) => ({ number, list: [number] });
    const survivors = [];
    for (let round = 0; round < 60; round += 1) for (let index = 0; index < 20_000; index += 1) survivors[index] = make(index);`;
  const decisionsOf = (script: string) => printedBy(script, ...traced).match(/=> tenure/g);

  test('V8 creates objects in the old generation if earlier ones of the same place have survived', () => {
    expect(decisionsOf(manySurvive)).not.toBeNull();
  });

  test('after `setFlagsBeforeLoading()`, V8 creates them in the young generation', () => {
    const script = `import { setFlagsBeforeLoading } from ${flags}; await setFlagsBeforeLoading(); ${manySurvive}`;
    expect(decisionsOf(script)).toBeNull();
  });

  test.each(['1', '2'])('in a program with WORKERS=%s, V8 creates them in the young generation', async (workers) => {
    const { url, output } = await startChild({ AUTH_DISABLED: 'true', WORKERS: workers }, { nodeOptions: traced });
    const atStart = output().length;
    const body = JSON.stringify({ query: '{ activity { attendees(first: 50) { nodes { id name mobile email } } } }' });
    for (let count = 0; count < 60; count += 1) {
      const response = await fetch(`${url}/graphql`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      expect(await response.text()).toMatch(/^\{"data"/);
    }
    expect(output().slice(atStart)).not.toContain('pretenuring:');
  });
});

describe('sizes of the young generation', () => {
  /** Prints the MiB of both halves: at first, after objects have survived while it must not grow, and after others have. */
  const growing = `
    import { getHeapSpaceStatistics } from 'node:v8';
    import { setFlagsBeforeLoading, setFlagsAfterLoading } from ${flags};
    const mebibytes = () => Math.round(getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size / 2 ** 20);
    const survive = async () => {
      const survivors = [];
      for (let turn = 0; turn < 60; turn += 1) {
        for (let count = 0; count < 20_000; count += 1) survivors.push({ turn, list: [count] });
        await new Promise((resolve) => setImmediate(resolve));
      }
      return mebibytes();
    };
    await setFlagsBeforeLoading();
    const whileLoading = await survive();
    setFlagsAfterLoading();
    console.log(JSON.stringify([whileLoading, await survive()]));`;

  test('the young generation keeps its first size while the program is loaded, then grows to 16 MiB and no further', () => {
    const [whileLoading, loaded] = JSON.parse(printedBy(growing)) as [number, number];
    expect(whileLoading).toBeLessThanOrEqual(2);
    expect(loaded).toBe(16);
  });

  test('the young generation has the size that an option of Node gives', () => {
    const [, loaded] = JSON.parse(printedBy(growing, '--max-semi-space-size=32')) as [number, number];
    expect(loaded).toBe(64);
  });
});

describe('the setting V8_FLAGS', () => {
  /** Prints each flag that a process sets, its workers included. */
  const recorder = `
    import v8 from 'node:v8';
    import { syncBuiltinESMExports } from 'node:module';
    v8.setFlagsFromString = (flag) => console.log('sets ' + flag);
    syncBuiltinESMExports();`;
  const nodeOptions = ['--import', `data:text/javascript,${encodeURIComponent(recorder)}`];
  const flagsSetBy = async (env: Record<string, string>, dotEnv = '') => {
    const cwd = mkdtempSync(join(tmpdir(), 'event-graph-'));
    writeFileSync(join(cwd, '.env'), dotEnv);
    const { output } = await startChild({ AUTH_DISABLED: 'true', ...env }, { cwd, nodeOptions });
    return output().match(/^sets .*/gm) ?? [];
  };

  test('by default the program sets flags', async () => {
    expect((await flagsSetBy({})).length).toBeGreaterThan(5);
  });

  test.each(['1', '2'])('with V8_FLAGS=false, a program with WORKERS=%s sets none', async (WORKERS) => {
    expect(await flagsSetBy({ WORKERS, V8_FLAGS: 'false' })).toEqual([]);
  });

  test.each(['1', '2'])('with V8_FLAGS=false in `.env`, a program with WORKERS=%s sets none', async (WORKERS) => {
    expect(await flagsSetBy({ WORKERS }, 'V8_FLAGS=false\n')).toEqual([]);
  });
});

describe('collections of the old generation', () => {
  /** Prints to how many times of its size it grows after a collection, until it is collected again. */
  const growing = `
    import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
    import { constants, PerformanceObserver } from 'node:perf_hooks';
    import { runInNewContext } from 'node:vm';
    import { setFlagsAfterLoading } from ${flags};
    setFlagsAfterLoading();
    setFlagsFromString('--expose-gc');
    let collections = 0;
    const isMajor = ({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
    new PerformanceObserver((list) => { collections += list.getEntries().filter(isMajor).length; }).observe({ entryTypes: ['gc'] });
    const pause = () => new Promise((resolve) => setTimeout(resolve, 50));
    const isOld = ({ space_name }) => /^(old|large)/.test(space_name);
    const size = () => getHeapSpaceStatistics().filter(isOld).reduce((sum, { space_used_size }) => sum + space_used_size, 0);
    const live = [];
    const grow = (objects) => { for (let count = 0; count < objects; count += 1) live.push({ count, list: [count] }); };
    grow(250_000);
    await pause();
    runInNewContext('gc')();
    await pause();
    collections = 0;
    const first = size();
    let largest = first;
    while (collections === 0) {
      grow(2_000);
      largest = Math.max(largest, size());
      // Time to mark: V8 does so beside the program, and counts the collection when it has ended.
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    console.log(largest / first);`;

  test('the old generation is collected when it has doubled', () => {
    // To twice its size; Node 22 and 24 add the young generation. V8 by itself waits for four times the size.
    const factor = Number(printedBy(growing));
    expect(factor).toBeGreaterThan(1.85);
    expect(factor).toBeLessThan(3);
  });

  test('the old generation grows as far as an option of Node says', () => {
    expect(Number(printedBy(growing, '--heap-growing-percent=400'))).toBeGreaterThan(4);
  });
});

describe('optimisation of WebAssembly', () => {
  /** A module with a function that adds a number to its argument. */
  const script = `
    import { setFlagsBeforeLoading } from ${flags};
    const modules = [];
    const { Instance } = WebAssembly;
    WebAssembly.Instance = function (...args) {
      const instance = new Instance(...args);
      modules.push(instance.exports);
      return instance;
    };
    await setFlagsBeforeLoading();
    const bytes = [0, 97, 115, 109, 1, 0, 0, 0, 1, 6, 1, 96, 1, 127, 1, 127, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 9, 1, 7, 0, 32, 0, 65, 1, 106, 11];
    const { f } = new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(bytes))).exports;
    let sum = 0;
    for (let turn = 0; turn < 20; turn += 1) {
      for (let count = 0; count < 1_000_000; count += 1) sum = f(sum);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const [scanner] = modules;
    scanner.positionsOf(10);
    console.log(JSON.stringify({ scanner: %IsTurboFanFunction(scanner.positionsOf), later: %IsLiftoffFunction(f) }));`;

  test('WebAssembly is optimised in the JSON scanner, and not in a module that is loaded later', () => {
    expect(JSON.parse(printedBy(script, '--allow-natives-syntax'))).toEqual({ scanner: true, later: true });
  });
});
