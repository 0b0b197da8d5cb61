/* The keyed digest. */

import { Secret } from '../../src/primitives/secret.js';
import { createKeyedDigest } from '../../src/storage/seal.js';

test('the digest of a text under a key stays the same, because fingerprints of inputs are stored', () => {
  expect(createKeyedDigest(new Secret('private'))('text')).toBe('wQWcqAkUa3z25WfNXBQneWcadhtqaV3qq3D5txebUUQ');
});
