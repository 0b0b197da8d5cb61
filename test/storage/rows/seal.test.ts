import { Secret } from '../../../src/primitives/secret.js';
import { createSeal } from '../../../src/storage/rows/seal.js';

const seal = createSeal(new Secret('private'));

test('two seals of one text differ, and both open under the same secret and context', () => {
  const [one, other] = [seal.seal('text', 'context'), seal.seal('text', 'context')];
  expect(one).not.toBe(other);
  expect({ one: seal.open(one, 'context'), other: createSeal(new Secret('private')).open(other, 'context') }).toEqual({
    one: 'text',
    other: 'text',
  });
});

test('a sealed text does not open under another context or secret', () => {
  const sealed = seal.seal('text', 'context');
  expect({ otherContext: seal.open(sealed, 'other'), otherKey: createSeal(new Secret('other')).open(sealed, 'context') }).toEqual({
    otherContext: null,
    otherKey: null,
  });
});

test('a sealed text of which any character was changed or removed does not open', () => {
  const sealed = seal.seal('text', 'context');
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = sealed[index] === 'A' ? 'Q' : 'A';
    expect(seal.open(sealed.slice(0, index) + changed + sealed.slice(index + 1), 'context')).toBeNull();
    expect(seal.open(sealed.slice(0, index), 'context')).toBeNull();
  }
});
