import { Secret } from '../../../src/primitives/secret.js';
import { createSeal } from '../../../src/storage/rows/seal.js';
import { createSealedOutcomes } from '../../../src/storage/rows/sealed-outcomes.js';
import { fakeRows } from './fake-rows.js';

const startedAt = 1_800_000_000_000;
const result = { outcome: null, userErrors: [] };

/** A store with one completed outcome, under the key "first". */
async function storeWithOutcome() {
  const rows = fakeRows();
  const store = createSealedOutcomes(rows, createSeal(new Secret('private')));
  const name = await store.nameOf('first');
  await (await store.begin(name, { fingerprint: 'of first', startedAt }))!.complete(result);
  return { rows, store, name };
}

test('a row is read as it was stored: first without a result, then with it, then not at all', async () => {
  const store = createSealedOutcomes(fakeRows(), createSeal(new Secret('private')));
  const name = await store.nameOf('first');
  expect(await store.read(name)).toBeNull();
  const write = (await store.begin(name, { fingerprint: 'of first', startedAt }))!;
  expect(await store.read(name)).toMatchObject({ fingerprint: 'of first', startedAt, result: null });
  await write.complete(result);
  expect(await store.read(name)).toMatchObject({ fingerprint: 'of first', startedAt, result });
  await write.withdraw();
  expect(await store.read(name)).toBeNull();
});

test('no write begins under a name that has a row, and the row stays', async () => {
  const { store, name } = await storeWithOutcome();
  expect(await store.begin(name, { fingerprint: 'other', startedAt: startedAt + 1 })).toBeNull();
  expect(await store.read(name)).toMatchObject({ fingerprint: 'of first', startedAt, result });
});

test('rows contain neither the key nor the fingerprint or result in plain text', async () => {
  const { rows } = await storeWithOutcome();
  expect(JSON.stringify([...rows.rows])).not.toMatch(/first|fingerprint|outcome|userErrors/);
});

test('under another private key a row is found under the same name, as an unknown outcome', async () => {
  const { rows, name } = await storeWithOutcome();
  const rotated = createSealedOutcomes(rows, createSeal(new Secret('rotated')));
  expect(await rotated.nameOf('first')).toBe(name);
  expect(await rotated.read(name)).toMatchObject({ fingerprint: null, startedAt, result: null });
});

describe('rows that were changed', () => {
  const alterations: [string, (sealed: string, other: string) => { sealed: string; startedAt: number }][] = [
    ['another row was copied over it', (_sealed, other) => ({ sealed: other, startedAt })],
    ['its time was changed', (sealed) => ({ sealed, startedAt: startedAt + 1 })],
    ['its text was changed', (sealed) => ({ sealed: sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA'), startedAt })],
    ['its text was truncated', (sealed) => ({ sealed: sealed.slice(0, 8), startedAt })],
    ['its text was removed', () => ({ sealed: '', startedAt })],
  ];
  test.each(alterations)('a row is an unknown outcome if %s', async (_alteration, alter) => {
    const { rows, store, name } = await storeWithOutcome();
    const second = await store.nameOf('second');
    await store.begin(second, { fingerprint: 'of second', startedAt });
    const row = alter(rows.rows.get(name)!.sealed, rows.rows.get(second)!.sealed);
    rows.rows.set(name, row);
    expect(await store.read(name)).toMatchObject({ fingerprint: null, startedAt: row.startedAt, result: null });
  });
});
