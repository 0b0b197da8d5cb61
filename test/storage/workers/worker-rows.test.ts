import { StateUnavailableError } from '../../../src/model/errors.js';
import type { OutcomeRows } from '../../../src/storage/rows/outcome-rows.js';
import { openSqliteRows } from '../../../src/storage/sqlite/sqlite-outcomes.js';
import { createRemoteRows, RowServer, type RowFunctions } from '../../../src/storage/workers/worker-rows.js';
import { steadyClock } from '../../support/outcomes.js';

const startedAt = 1_800_000_000_000;
let now = startedAt;
let store: OutcomeRows;
let parent: RowServer;
beforeEach(() => {
  now = startedAt;
  store = openSqliteRows(':memory:', { clock: steadyClock(() => now) });
  parent = new RowServer(store);
});
afterEach(() => store.close());

/** The rows as one worker has them: every input and result passes as JSON. */
function rowsOf(worker: number, host = parent): OutcomeRows {
  const functions = host.functionsFor(worker);
  const json = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
  const request = async (name: keyof RowFunctions, input: unknown) =>
    json(await (functions[name] as (input: unknown) => unknown)(json(input)));
  return createRemoteRows({ request: request as Parameters<typeof createRemoteRows>[0]['request'] });
}

const row = { startedAt, sealed: 'sealed' };
const done = 'sealed with a result';

test('all workers read the same rows, and hash keys with the same salt', async () => {
  const [one, other] = [rowsOf(1), rowsOf(2)];
  expect(await one.salt()).toBe(await other.salt());
  const owned = await one.begin('name', row);
  expect({ obtained: await owned!.obtainPermit(), isValid: owned!.isPermitValid() }).toEqual({ obtained: true, isValid: true });
  await owned!.complete(done);
  expect(await other.read('name')).toMatchObject({ startedAt, sealed: done, running: false });
  expect(await other.read('another')).toBeNull();
});

test('while a worker performs a write, the others find it running, and can neither begin nor clear it', async () => {
  const [one, other] = [rowsOf(1), rowsOf(2)];
  await one.begin('name', row);
  const { running, version } = (await other.read('name'))!;
  expect(running).toBe(true);
  expect(await other.begin('name', { ...row, sealed: 'other' }, { replacing: version })).toBeNull();
  await other.clear('name', version);
  expect(await other.read('name')).toMatchObject({ running: true });
});

test('if several workers begin the same write at once, one of them succeeds', async () => {
  const begun = await Promise.all(Array.from({ length: 8 }, (_, worker) => rowsOf(worker).begin('name', { ...row, sealed: `${worker}` })));
  expect(begun.filter((owned) => owned !== null)).toHaveLength(1);
});

test('a write is unknown as soon as its worker ends; those of other workers go on', async () => {
  const [one, other] = [rowsOf(1), rowsOf(2)];
  await one.begin('of one', row);
  await other.begin('of the other', { ...row, sealed: 'other' });
  now += 4_000;
  parent.workerEnded(1);
  expect(await other.read('of one')).toMatchObject({ running: false, quietMs: 0 });
  expect(await one.read('of the other')).toMatchObject({ running: true });
  now += 60_000;
  expect(await other.read('of one')).toMatchObject({ running: false, quietMs: 60_000 });
});

test('a worker that was regarded as ended, or whose parent has ended, may not send', async () => {
  const one = rowsOf(1);
  const owned = await one.begin('name', row);
  expect(await owned!.obtainPermit()).toBe(true);
  parent.workerEnded(1);
  expect(await owned!.obtainPermit()).toBe(false);
  const orphan = createRemoteRows({
    request: (name) => (name === 'rowBegin' ? Promise.resolve({ value: 1 }) : Promise.reject(new Error('gone'))) as never,
  });
  await expect((await orphan.begin('another', row))!.obtainPermit()).rejects.toThrow('gone');
});

test('a write that is left unknown or withdrawn is so for all workers at once', async () => {
  const [one, other] = [rowsOf(1), rowsOf(2)];
  await (await one.begin('unknown', row))!.release();
  await (await one.begin('withdrawn', { ...row, sealed: 'w' }))!.withdraw();
  expect(await other.read('unknown')).toMatchObject({ running: false, sealed: 'sealed' });
  expect(await other.read('withdrawn')).toBeNull();
  expect(await other.begin('withdrawn', { ...row, sealed: 'again' })).not.toBeNull();
});

test('an unknown write can be replaced by the version that was read', async () => {
  const [one, other] = [rowsOf(1), rowsOf(2)];
  await (await one.begin('name', row))!.release();
  const { version } = (await other.read('name'))!;
  expect(await other.begin('name', { ...row, sealed: 'new' })).toBeNull();
  expect(await other.begin('name', { ...row, sealed: 'new' }, { replacing: version })).not.toBeNull();
});

test('a store that fails is a `StateUnavailableError` in the worker, and the write is not performed', async () => {
  const failing = async () => {
    throw new StateUnavailableError(1234);
  };
  const host = new RowServer({ ...store, begin: failing, salt: failing });
  await expect(rowsOf(1, host).salt()).rejects.toMatchObject({ code: 'STATE_UNAVAILABLE', retryAfterMs: 1234 });
  await expect(rowsOf(1, host).begin('name', row)).rejects.toBeInstanceOf(StateUnavailableError);
  expect(await rowsOf(2, host).read('name')).toBeNull();
  expect(await rowsOf(2).begin('name', row)).not.toBeNull();
});
