import fc from 'fast-check';
import type { ActivityId } from '../../../src/records/ids.js';
import { boundEndpoints } from '../../../src/service/bound/bound-endpoint.js';
import type { BoundInput } from '../../../src/service/bound/encode-input.js';
import { wireRequest } from '../../../src/service/call.js';
import { bound } from '../../support/bound.js';
import { codePoint } from '../../support/code-point.js';
import { formOf } from '../form-of.js';

const activityId = 1001 as ActivityId;
const parameters = {
  text: { type: 'String', as: 'data[0][text]' },
  count: { type: 'Int' },
  price: { type: 'Float' },
  vip: { type: 'Boolean', as: 'is_vip' },
  ids: { type: '[ID!]' },
  flags: { type: '[Boolean!]' },
  source: { value: 'graph' },
  form_id: { value: '{activityId}' },
  draft: { value: true },
  limit: { value: 20 },
};
const write = { on: 'Mutation', method: 'POST', path: '/api/x' };
const endpoints = boundEndpoints(
  bound({
    operations: {
      asMultipart: { ...write, parameters },
      asForm: { ...write, body: 'form', parameters },
      asJson: { ...write, body: 'json', parameters },
      asQuery: { on: 'Activity', method: 'GET', path: '/api/x', parameters },
      withoutParameters: { on: 'Activity', method: 'GET', path: '/api/x' },
      emptyForm: { ...write },
    },
  }),
);
const request = (key: string, input: BoundInput) => wireRequest(endpoints.get(key)!, activityId, input, () => 'boundary');

/** Values of every parameter; each may be absent. */
const inputs = fc.record(
  {
    text: fc.string({ unit: codePoint }),
    count: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
    price: fc.double({ noNaN: true, noDefaultInfinity: true }),
    vip: fc.boolean(),
    ids: fc.array(fc.string({ unit: 'grapheme-ascii' }).filter((text) => !text.includes(','))),
    flags: fc.array(fc.boolean()),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<BoundInput>;

/** What the service has to receive: booleans as 1 and 0, numbers in plain digits, lists joined by commas, and the constants. */
function expected(input: BoundInput): Record<string, string> {
  const texts: Record<string, string> = { source: 'graph', form_id: '1001', draft: '1', limit: '20' };
  const flag = (value: unknown) => (value === true ? '1' : '0');
  if ('text' in input) texts['data[0][text]'] = String(input['text']);
  if ('count' in input) texts['count'] = String(input['count']);
  if ('price' in input) texts['price'] = String(input['price']);
  if ('vip' in input) texts['is_vip'] = flag(input['vip']);
  if ('ids' in input) texts['ids'] = (input['ids'] as string[]).join();
  if ('flags' in input) texts['flags'] = (input['flags'] as boolean[]).map(flag).join();
  return texts;
}

/** A number in plain digits may be written in other digits than JavaScript writes it, but has the same value. */
function comparable({ price, ...texts }: Record<string, string>): unknown {
  expect(price ?? '').not.toMatch(/e/i);
  return { ...texts, ...(price !== undefined && { price: Number(price) }) };
}

const sameAs = (input: BoundInput) => {
  const { price, ...texts } = expected(input);
  return { ...texts, ...(price !== undefined && { price: Number(price) }) };
};

test('a multipart body contains every value and constant, byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(inputs, async (input) => {
      const { headers, body, target } = request('asMultipart', input);
      expect(target).toBe('/api/x');
      // Browsers and servers read CR LF inside a value as it is.
      expect(comparable(await formOf(headers['Content-Type']!, body!))).toEqual(sameAs(input));
    }),
    { numRuns: 150 },
  );
});

test('a form body contains every value and constant', () => {
  fc.assert(
    fc.property(inputs, (input) => {
      const { headers, body } = request('asForm', input);
      expect(headers['Content-Type']).toBe('application/x-www-form-urlencoded');
      expect(comparable(Object.fromEntries(new URLSearchParams(body!.toString())))).toEqual(sameAs(input));
    }),
  );
});

test('a query string contains every value and constant, and there is no body', () => {
  fc.assert(
    fc.property(inputs, (input) => {
      const { headers, body, target } = request('asQuery', input);
      expect({ headers, body }).toEqual({ headers: {}, body: null });
      expect(comparable(Object.fromEntries(new URL(target, 'http://service').searchParams))).toEqual(sameAs(input));
    }),
  );
});

test('a JSON body has the types of JSON; ids and the number of the activity are strings', () => {
  fc.assert(
    fc.property(inputs, (input) => {
      const { headers, body } = request('asJson', input);
      expect(headers['Content-Type']).toBe('application/json');
      const { text, vip, ...others } = input;
      const named = { ...(text !== undefined && { 'data[0][text]': text }), ...(vip !== undefined && { is_vip: vip }) };
      const constants = { source: 'graph', form_id: '1001', draft: true, limit: 20 };
      expect(JSON.parse(body!.toString())).toEqual(JSON.parse(JSON.stringify({ ...constants, ...named, ...others })));
    }),
  );
});

test('an operation without parameters has no query string, or an empty form', () => {
  expect(request('withoutParameters', {}).target).toBe('/api/x');
  expect(request('emptyForm', {}).body!.toString()).toBe('--boundary--\r\n');
});
