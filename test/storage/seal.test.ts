/* The keyed digest, and how long names of rows delay other work. */

import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Secret } from '../../src/primitives/secret.js';
import { createKeyedDigest, createRowNames } from '../../src/storage/seal.js';

test('the digest of a text under a key stays the same, because fingerprints of inputs are stored', () => {
  expect(createKeyedDigest(new Secret('private'))('text')).toBe('wQWcqAkUa3z25WfNXBQneWcadhtqaV3qq3D5txebUUQ');
});

test('names that many writes derive do not delay compression', async () => {
  const rowName = createRowNames();
  let derived = 0;
  const names = Array.from({ length: 30 }, (_, key) => rowName(`${key}`, 'salt').then(() => (derived += 1)));
  await promisify(gzip)('');
  expect(derived).toBeLessThan(20);
  await Promise.all(names);
});
