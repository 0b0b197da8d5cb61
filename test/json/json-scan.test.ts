/* Which lists of records the scanner in WebAssembly reads, and which JSON.parse does. */

import { isDeepStrictEqual } from 'node:util';
import type { ScannedRecord } from '../../src/json/json-scan.js';
import { entriesOf, JsonBody } from '../../src/json/json.js';
import { parsedJson } from './parsed-json.js';

const parse = (text: string) => parsedJson(Buffer.from(text));
test.each([
  '{"code":1,"data":[{"a":1}],"__proto__":{"code":0}}',
  '{"code":1,"data":[{"a":1}]} x',
  '{"code":1,"data":[{"a":1}],}',
  '{"code":1 "data":[{"a":1}]}',
])('a large reply with the envelope %s is decoded as JSON.parse decodes it, and is invalid where JSON.parse throws', (envelope) => {
  const text = envelope.replace('[{"a":1}', `[${'{"a":1},'.repeat(1000)}{"a":1}`);
  let expected: unknown = null;
  try {
    expected = JSON.parse(text);
  } catch {}
  expect(parse(text)?.value ?? null).toEqual(expected);
});

test.each([
  ['an object', { code: 1, data: { data: Array.from({ length: 500 }, (_, id) => ({ id })) } }],
  ['an empty list', { code: 1, data: [], msg: 'x'.repeat(5000) }],
  ['a list of numbers', { code: 1, data: Array.from({ length: 2000 }, (_, id) => id) }],
])('a large reply with %s is parsed, because the scan would save nothing', (_content, reply) => {
  expect(parse(JSON.stringify(reply))!.value).toEqual(reply);
});

test('a reply is decoded as JSON.parse decodes it, whatever names of members earlier replies had', () => {
  // The two bytes of é in UTF-8 are the codes of Ã©.
  const names = ['a', 'b', 'ab', '\\u0061', 'é', 'Ã©', 'x","y', 'a","a', ...Array.from({ length: 10 }, (_, index) => `name${index}`)];
  for (const name of [...names, ...names.toReversed()]) {
    const record = `{"${name.replaceAll('","', '":1,"')}":2}`;
    const text = `{"code":1,"data":[${`${record},`.repeat(1000)}${record}]}`;
    const { data } = parse(text)!.value as { data: ScannedRecord[] };
    expect(data.map((each) => Object.fromEntries(entriesOf(each)))).toEqual((JSON.parse(text) as { data: unknown }).data);
  }
});

test('a reply of 60,000 lists is parsed, because learning their layouts costs more than parsing', () => {
  const lists = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`a${index}`, [{ b: index }]]));
  const before = process.memoryUsage().arrayBuffers;
  const { value } = parse(JSON.stringify({ code: 1, ...lists }))!;
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 1024 * 1024);
  // The matcher takes seconds.
  expect(isDeepStrictEqual(value, { code: 1, ...lists })).toBe(true);
});

test('reading a record after its body was released throws', () => {
  const body = new JsonBody(Buffer.from(JSON.stringify({ data: Array.from({ length: 1000 }, (_, a) => ({ a })) })));
  const { data } = parsedJson(body)!.value as { data: ScannedRecord[] };
  expect(data[1]!.get('a')).toBe(1);
  body.release();
  expect(() => data[0]!.get('a')).toThrow('The reply was released when its operation ended');
});
