import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { ActivityId } from '../../../src/records/ids.js';
import { signatureAlgorithms, type SignatureAlgorithm } from '../../../src/records/signature.js';
import { templateSignature, type SignatureInput } from '../../../src/service/transport/signature.js';

const input: SignatureInput = {
  userPublicKey: 'PUB',
  activityId: 1001 as ActivityId,
  time: 1_700_000_000,
  version: 1,
  privateKey: 'PRIV',
};

/** The digests are those of md5sum and of openssl dgst -md5 -hmac. */
const vectors: readonly (readonly [order: string, template: string, algorithm: SignatureAlgorithm, digest: string])[] = [
  ['the default order', '{UserPublicKey}{ActivityId}{Time}{Version}{PrivateKey}', 'md5', '22b6b45a6178060fe40487d56f85e85e'],
  ['another order', '{Version}{PrivateKey}{Time}', 'md5', 'a24293a762ebba196141e4ecfc26198e'],
  ['a placeholder twice', '{Time}{UserPublicKey}{PrivateKey}{UserPublicKey}', 'md5', '97efc1625f46220ece6eb5a23c406f81'],
  [
    'text around placeholders, and an unknown placeholder',
    'key={{UserPublicKey}}&t={Time}#{Nope}',
    'md5',
    '6398c532ea5b624e00ff7c315c4d9dd6',
  ],
  ['no placeholder and no text', '', 'md5', 'd41d8cd98f00b204e9800998ecf8427e'],
  [
    'the default order under the key',
    '{UserPublicKey}{ActivityId}{Time}{Version}{PrivateKey}',
    'hmac-md5',
    '7add5e6b90c64033adafb8f484d72896',
  ],
  ['an order without the private key', '{UserPublicKey}{Time}{ActivityId}', 'hmac-md5', 'dd062458e2d01504ddd4a69023fc31b8'],
];
test.each(vectors)('%s (%s) is signed by %s as another program signs it', (_order, template, algorithm, digest) => {
  expect(templateSignature(template, algorithm)(input)).toBe(digest);
});

test.each(signatureAlgorithms)('the algorithm %s is compared with another program', (name) => {
  expect(vectors.map(([, , algorithm]) => algorithm)).toContain(name);
});

test('keys beyond ASCII are hashed as UTF-8', () => {
  const compute = templateSignature('{UserPublicKey}{ActivityId}{Time}{Version}{PrivateKey}', 'md5');
  expect(compute({ ...input, userPublicKey: '公钥', privateKey: '秘密' })).toBe('1bc74fd606f5a3d8d28d7c69147d3635');
});

test('placeholders and dollar signs in a value stay as they are', () => {
  const compute = templateSignature('{UserPublicKey}|{PrivateKey}', 'md5');
  const expected = createHash('md5').update('{PrivateKey}$&|$1{Time}').digest('hex');
  expect(compute({ ...input, userPublicKey: '{PrivateKey}$&', privateKey: '$1{Time}' })).toBe(expected);
});

test('hmac-md5 is RFC 2104 with the private key as its key', () => {
  const compute = templateSignature('{UserPublicKey}.{ActivityId}.{Time}.{Version}', 'hmac-md5');
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.string({ minLength: 1, maxLength: 100 }),
      fc.nat(),
      (userPublicKey, privateKey, time) => {
        expect(compute({ ...input, userPublicKey, privateKey, time })).toBe(rfc2104(privateKey, `${userPublicKey}.1001.${time}.1`));
      },
    ),
  );
});

test('a signature is 32 hexadecimal digits in lower case', () => {
  fc.assert(
    fc.property(fc.string(), fc.string({ minLength: 1 }), fc.constantFrom(...signatureAlgorithms), (template, privateKey, algorithm) => {
      expect(templateSignature(template, algorithm)({ ...input, privateKey })).toMatch(/^[0-9a-f]{32}$/);
    }),
  );
});

function rfc2104(key: string, text: string): string {
  const md5 = (...parts: Buffer[]) => createHash('md5').update(Buffer.concat(parts)).digest();
  const bytes = Buffer.from(key);
  const block = Buffer.alloc(64);
  (bytes.length > 64 ? md5(bytes) : bytes).copy(block);
  const pad = (byte: number) => Buffer.from(block.map((value) => value ^ byte));
  return md5(pad(0x5c), md5(pad(0x36), Buffer.from(text))).toString('hex');
}
