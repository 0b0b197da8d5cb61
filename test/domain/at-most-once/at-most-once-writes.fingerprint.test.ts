/* Which inputs are the same registration under one idempotency key, and the fingerprint that stores keep of them. */

import fc from 'fast-check';
import { fingerprintOf } from '../../../src/domain/at-most-once/at-most-once-writes.js';
import type { NewRegistration } from '../../../src/records/registration.js';

const person = { name: fc.string(), mobile: fc.string() };
const optionalText = fc.option(fc.string());
const registrations: fc.Arbitrary<NewRegistration> = fc.record({
  contact: fc.record(person),
  registrants: fc.array(
    fc.record({ ...person, fields: fc.array(fc.record({ name: fc.string(), value: fc.string() })), signCode: optionalText }),
  ),
  channel: optionalText,
});
const plainFingerprintOf = (input: unknown) => fingerprintOf(input, (text) => text);

/** A copy of a JSON value, each of whose objects is replaced. */
function withObjects(value: unknown, replace: (members: [string, unknown][]) => [string, unknown][]): unknown {
  if (Array.isArray(value)) return value.map((item) => withObjects(item, replace));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(replace(Object.entries(value).map(([name, member]) => [name, withObjects(member, replace)])));
}

test('the fingerprint of a registration stays the same in all versions of the program that compare it', () => {
  const registration: NewRegistration = {
    contact: { name: 'Wei', mobile: '10000000002' },
    registrants: [{ name: 'Li', mobile: '10000000003', fields: [{ name: 'company', value: 'Ürün "7"' }], signCode: null }],
    channel: '4',
  };
  expect(fingerprintOf(registration, (text) => `digest of ${text}`)).toBe(
    '1:digest of {"channel":"4","contact":{"mobile":"10000000002","name":"Wei"},' +
      '"registrants":[{"fields":[{"name":"company","value":"Ürün \\"7\\""}],"mobile":"10000000003","name":"Li"}]}',
  );
});

test('the same input in another order of members is the same input', () => {
  fc.assert(
    fc.property(registrations, fc.infiniteStream(fc.nat()), (registration, ranks) => {
      const reordered = withObjects(registration, (members) => {
        const ranked = members.map((member) => ({ member, rank: ranks.next().value as number }));
        return ranked.toSorted((one, other) => one.rank - other.rank).map(({ member }) => member);
      });
      expect(plainFingerprintOf(reordered)).toBe(plainFingerprintOf(registration));
    }),
  );
});

test.each([null, undefined])('the input stays the same if a new member is %s, and if a member that was null is omitted', (none) => {
  fc.assert(
    fc.property(registrations, (registration) => {
      const extended = withObjects(registration, (members) => [['another', none], ...members]);
      const reduced = withObjects(registration, (members) => members.filter(([, value]) => value !== null));
      for (const input of [extended, reduced]) expect(plainFingerprintOf(input)).toBe(plainFingerprintOf(registration));
    }),
  );
});

test('registrations that differ in a value are different inputs', () => {
  fc.assert(
    fc.property(registrations, registrations, (one, other) => {
      const areEqual = plainFingerprintOf(one) === plainFingerprintOf(other);
      if (areEqual) expect(one).toEqual(other);
      else expect(one).not.toEqual(other);
    }),
  );
});

test.each([
  ['attendees', { registrants: [{ name: 'Wei' }, { name: 'Li' }] }, { registrants: [{ name: 'Li' }, { name: 'Wei' }] }],
  ['form answers', { fields: [{ name: 'a' }, { name: 'b' }] }, { fields: [{ name: 'b' }, { name: 'a' }] }],
])('another order of %s is another input', (_list, one, other) => {
  expect(plainFingerprintOf(one)).not.toBe(plainFingerprintOf(other));
});
