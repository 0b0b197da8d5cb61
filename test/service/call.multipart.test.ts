/* Bodies of multipart/form-data, as another program reads them. */

import busboy from 'busboy';
import fc from 'fast-check';
import { multipart } from '../../src/service/call.js';
import type { FormEntry } from '../../src/service/endpoints.js';
import { codePoint } from '../support/code-point.js';

const boundary = '90bebb4f7395cd649b38df9a52149253';
const fixed = () => boundary;

/** The fields as a receiver reads them, in order; names as they are in the header, with escapes. */
function parsed({ contentType, body }: { contentType: string; body: Buffer }): Promise<[string, string][]> {
  return new Promise((resolve, reject) => {
    const fields: [string, string][] = [];
    const parser = busboy({
      headers: { 'content-type': contentType },
      defParamCharset: 'utf8',
      limits: { fieldSize: Infinity, fieldNameSize: Infinity, fields: Infinity },
    });
    parser.on('field', (name, value) => fields.push([name, value]));
    parser.on('file', () => reject(new Error('A field came out as a file.')));
    parser.on('error', reject);
    parser.on('close', () => resolve(fields));
    parser.end(body);
  });
}

const anyText = fc.string({ unit: codePoint, maxLength: 60 });
/** Texts that look like parts of the body. */
const partsOfBody = fc
  .array(fc.constantFrom('\r\n', '\r', '\n', '--', `--${boundary.slice(0, 31)}`, '"', ': ', '\0', '中文', '😀', 'Content-Disposition'), {
    maxLength: 12,
  })
  .map((parts) => parts.join(''));
const escaped = (name: string) => name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
/** Names without a backslash: busboy reads it as an escape (RFC 2616), browsers send it as it is. */
const plainName = fc.stringMatching(/^[a-z]{1,8}(\[\d{1,2}\])?(\[[A-Za-z0-9_]{1,10}\])?$/);

test('a receiver reads the same fields in the same order, byte for byte', async () => {
  const field = fc.tuple(plainName, fc.oneof(anyText, partsOfBody));
  await fc.assert(
    fc.asyncProperty(fc.array(field, { minLength: 1, maxLength: 8 }), async (entries) => {
      expect(await parsed(multipart(entries, fixed))).toEqual(entries);
    }),
  );
});

test('quotes and line breaks in a name are escaped, other characters stay', async () => {
  const name = fc.string({ unit: fc.constantFrom('"', '\r', '\n', 'a', '[', ']', '0', '名', ' ', ';', '='), minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(name, anyText, async (given, value) => {
      const built = multipart([[given, value]], fixed);
      expect(built.body.toString().split('\r\n')[1]).toBe(`Content-Disposition: form-data; name="${escaped(given)}"`);
      expect(await parsed(built)).toEqual([[escaped(given), value]]);
    }),
  );
});

test('a boundary that occurs in a value or a name is replaced by another', async () => {
  for (const entry of [
    ['name', `x--one${'y'}`],
    ['aonea', 'x'],
  ] as const) {
    const boundaries = ['one', 'on', 'two'];
    const built = multipart([entry], () => boundaries.shift()!);
    expect(built.contentType).toBe('multipart/form-data; boundary=two');
    expect(await parsed(built)).toEqual([[...entry]]);
  }
});

test('an empty form is its closing delimiter only', () => {
  expect(multipart([], fixed)).toEqual({
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.from(`--${boundary}--\r\n`),
  });
});

test('an empty value and a repeated name are sent like any other', async () => {
  const entries: FormEntry[] = [
    ['a', ''],
    ['a', ''],
    ['a', 'b'],
  ];
  expect(await parsed(multipart(entries, fixed))).toEqual(entries);
});
