/*
 * A field of a record can write its value as JSON text without decoding it. That the text is that of the decoded value is a property in
 * test/graph/execution/execute.records.test.ts.
 */

import { JsonBody } from '../../src/json/json.js';
import { JsonWriter } from '../../src/primitives/json-writer.js';
import type { Article } from '../../src/records/article.js';
import type { Attendee } from '../../src/records/attendee.js';
import { decodeEnvelope } from '../../src/service/call.js';
import { listArticles, listAttendees } from '../../src/service/endpoints.js';
import { readEverything } from '../../src/service/read-everything.js';
import { activityId } from '../service/sampled-endpoints.js';

const attendee = { id: 7, form_id: activityId, contact: 'Ann', company: '', email: null, eamil: 'ann@example.com', time: 1 };
const article = { id: 7, post_title: 'Welcome', post_source: null, create_time: 1 };

/** A long string makes a body long enough for the scan. */
const padding = 'x'.repeat(5000);
const attendeesOf = (records: readonly object[]) => recordsOf(listAttendees, JSON.stringify({ code: 1, total: 1, padding, data: records }));
const articlesOf = (records: readonly object[]) =>
  recordsOf(listArticles, JSON.stringify({ code: 1, padding, data: { data: records, total: 1, itemsCount: 1, currentPage: 1 } }));

function recordsOf(endpoint: typeof listAttendees | typeof listArticles, reply: string | Buffer): readonly object[] {
  const envelope = decodeEnvelope(endpoint.path, new JsonBody(Buffer.from(reply)));
  return readEverything((endpoint as typeof listArticles).decode(envelope, activityId)).records;
}

/** What is written of a field of a record: text, or null or false as the function returns it. Undefined if it cannot be written. */
function written(record: object, name: string): string | null | false | undefined {
  const { fields } = (record.constructor as typeof Attendee | typeof Article).declaration;
  const write = fields[name]?.write;
  if (!write) return undefined;
  const out = new JsonWriter();
  const result = write(record, out);
  if (!result) expect({ name, written: out.length }).toEqual({ name, written: 0 });
  return result && out.bytes().toString();
}

test.each([
  ['an attendee', attendee, attendeesOf, 'name', 'company'],
  ['an article', article, articlesOf, 'title', 'source'],
] as const)('the usual strings and ids of %s that was scanned are written without being decoded', (_what, raw, decode, name, empty) => {
  const [record] = decode([raw]);
  expect({ id: written(record!, 'id'), member: written(record!, name) }).toEqual({
    id: JSON.stringify((record as { id: string }).id),
    member: JSON.stringify((record as Record<string, unknown>)[name]),
  });
  expect(written(record!, empty)).toBeNull();
});

test('an e-mail address that only `eamil` has is copied from it', () => {
  const [record] = attendeesOf([attendee]);
  expect(written(record!, 'email')).toBe('"ann@example.com"');
});

test('a string with an escape or with invalid UTF-8 is decoded', () => {
  const reply = (contact: Buffer) =>
    Buffer.concat([
      Buffer.from(`{"code":1,"total":1,"padding":"${padding}","data":[{"id":7,"form_id":1001,"contact":"`),
      contact,
      Buffer.from('"}]}'),
    ]);
  const nameOf = (contact: Buffer) => {
    const [record] = recordsOf(listAttendees, reply(contact));
    return [written(record!, 'name'), (record as { name: string }).name];
  };
  expect(nameOf(Buffer.from('\\u00e9'))).toEqual([false, 'é']);
  expect(nameOf(Buffer.from([0x41, 0xff]))).toEqual([false, 'A\ufffd']);
  expect(nameOf(Buffer.from('é'))).toEqual(['"é"', 'é']);
});

test("nothing is written of a proxy of a record, such as a caller's own, and nothing thrown: its values are read", () => {
  const own = new Proxy(attendeesOf([attendee])[0]!, {});
  expect(['id', 'name', 'email'].map((name) => written(own, name))).toEqual([false, false, false]);
});
