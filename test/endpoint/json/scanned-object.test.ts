import { parseJson } from '../../../src/endpoint/json/json.js';

const named = (records: readonly { get(key: string): unknown }[], keys: readonly string[]) =>
  records.map((record) => Object.fromEntries(keys.map((key) => [key, record.get(key)])));

test('an answer of many rows reads the same whether it is scanned or parsed', () => {
  const rows = Array.from({ length: 300 }, (_, id) => ({
    id,
    contact: `王 ${id}`,
    content: JSON.stringify({ name: `"${id}"` }),
    time: 1_775_001_600 + id,
    rfid: null,
  }));
  const { value, latin } = parseJson(Buffer.from(JSON.stringify({ code: 1, msg: '好', data: rows, total: 300 })))!;
  const { data, ...frame } = value as { data: { get(key: string): unknown }[] };
  expect({ latin, frame }).toEqual({ latin: false, frame: { code: 1, msg: '好', total: 300 } });
  expect(named(data, Object.keys(rows[0]!))).toEqual(rows);
});

test.each([
  '{"code":1,"data":[{"a":1}],"__proto__":{"code":0}}',
  '{"code":1,"data":[{"a":1}]} x',
  '{"code":1,"data":[{"a":1}],}',
  '{"code":1 "data":[{"a":1}]}',
])('a large answer with the frame %s is as JSON.parse has it', (frame) => {
  const padded = frame.replace('[{"a":1}', `[${'{"a":1},'.repeat(1000)}{"a":1}`);
  let expected: unknown = null;
  try {
    expected = JSON.parse(padded);
  } catch {}
  const parsed = parseJson(Buffer.from(padded));
  expect(parsed?.value ?? null).toEqual(expected);
});

test.each([
  ['an object', { code: 1, data: { data: Array.from({ length: 500 }, (_, id) => ({ id })) } }],
  ['an empty list', { code: 1, data: [], msg: 'x'.repeat(5000) }],
  ['a list of other things', { code: 1, data: Array.from({ length: 2000 }, (_, id) => id) }],
])('a large answer with %s is parsed: nothing of it would be spared', (_, answer) => {
  const { value, release } = parseJson(Buffer.from(JSON.stringify(answer)))!;
  expect(value).toEqual(answer);
  expect(release).toBeUndefined();
});

test('an answer made of very many lists costs no more than parsing it', () => {
  const members = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`a${index}`, [{ b: index }]]));
  const before = process.memoryUsage().arrayBuffers;
  const { value, release } = parseJson(Buffer.from(JSON.stringify({ code: 1, ...members })))!;
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 1024 * 1024);
  expect(value).toEqual({ code: 1, ...members });
  expect(release).toBeUndefined();
});
