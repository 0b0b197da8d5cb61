/* The signature (§5): the hash of a template, the header that carries it, and modules that compute it. */

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { Secret } from '../../../src/primitives/secret.js';
import type { ActivityId } from '../../../src/records/ids.js';
import { signatureAlgorithms, type SignatureAlgorithm } from '../../../src/records/signature.js';
import {
  templateSignature,
  type SignatureInput,
  loadSignerModule,
  signatureHeader,
  type SigningOptions,
} from '../../../src/service/transport/signing.js';
import { compiledSources } from '../../support/child-program.js';
import { codePoint } from '../../support/code-point.js';
import { temporaryFile } from '../../support/temporary-files.js';

const input: SignatureInput = {
  userPublicKey: 'PUB',
  activityId: 1001 as ActivityId,
  time: 1_700_000_000,
  version: 1,
  privateKey: 'PRIV',
};

const byTemplate = (template: string, algorithm: SignatureAlgorithm = 'md5') => templateSignature({ template, algorithm, case: 'lower' });

/** The digests are those of openssl dgst. */
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
  expect(byTemplate(template, algorithm)(input)).toBe(digest);
});

test('a signature may be written in upper case', () => {
  expect(templateSignature({ template: '{Version}{PrivateKey}{Time}', algorithm: 'md5', case: 'upper' })(input)).toBe(
    'A24293A762EBBA196141E4ECFC26198E',
  );
});

test.each(signatureAlgorithms)('the algorithm %s is compared with another program', (name) => {
  expect(vectors.map(([, , algorithm]) => algorithm)).toContain(name);
});

test('keys beyond ASCII are hashed as UTF-8', () => {
  const compute = byTemplate('{UserPublicKey}{ActivityId}{Time}{Version}{PrivateKey}');
  expect(compute({ ...input, userPublicKey: '公钥', privateKey: '秘密' })).toBe('1bc74fd606f5a3d8d28d7c69147d3635');
});

test('placeholders and dollar signs in a value stay as they are', () => {
  const compute = byTemplate('{UserPublicKey}|{PrivateKey}');
  const expected = createHash('md5').update('{PrivateKey}$&|$1{Time}').digest('hex');
  expect(compute({ ...input, userPublicKey: '{PrivateKey}$&', privateKey: '$1{Time}' })).toBe(expected);
});

/* The header Service-Auth (§5) and signer modules. */

const now = 1_700_000_000_999;
const signing: SigningOptions = {
  header: 'Service-Auth',
  publicKey: 'PUB',
  privateKey: new Secret('PRIV'),
  version: 1,
  compute: byTemplate('{UserPublicKey}{ActivityId}{Time}{Version}{PrivateKey}'),
  now: () => now,
};
const activity = 1001 as ActivityId;

test('the header of the signature is JSON with exactly the members of §5, in their types; Time is whole seconds, rounded down', async () => {
  const members = JSON.parse(await signatureHeader(activity, signing));
  expect(members).toEqual({
    UserPublicKey: 'PUB',
    ActivityId: 1001,
    Time: 1_700_000_000,
    Version: 1,
    Signature: '22b6b45a6178060fe40487d56f85e85e',
  });
});

test('the header of the signature is ASCII for any public key, and its JSON has the same key', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: codePoint }), async (publicKey) => {
      const header = await signatureHeader(activity, { ...signing, publicKey });
      expect(header).toMatch(/^[\x20-\x7e]*$/);
      expect(JSON.parse(header).UserPublicKey).toBe(publicKey);
    }),
  );
});

test.each([
  ['not hexadecimal', 'z'.repeat(32)],
  ['too short', 'a'.repeat(31)],
  ['too long', 'a'.repeat(129)],
  ['a line break at its end', `${'a'.repeat(32)}\n`],
  ['nothing', undefined],
  ['a number', 1234],
])('a signature that is %s is refused, and not shown', async (_what, given) => {
  const compute = (() => given) as unknown as SigningOptions['compute'];
  const failure = await signatureHeader(activity, { ...signing, compute }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(TypeError);
  expect(String(failure)).toMatch(/32 to 128 hexadecimal/);
  if (typeof given === 'string') expect(String(failure)).not.toContain(given.trim());
  expect(String(failure)).not.toContain('PRIV');
});

test.each(['ABCDEF0123456789ABCDEF0123456789', 'ab'.repeat(64)])('a signature of a module is sent unchanged: %s', async (given) => {
  const header = await signatureHeader(activity, { ...signing, compute: async () => given });
  expect(JSON.parse(header).Signature).toBe(given);
});

describe('signer modules', () => {
  test('the signer module receives the members of the header and the private key by name', async () => {
    const compute = await loadSignerModule(temporaryFile('signer.mjs', 'export default (input) => JSON.stringify(input);'));
    expect(JSON.parse(await compute(input))).toEqual(input);
  });

  test.each([
    ['is missing', undefined, 'the file cannot be read (ENOENT)'],
    ['has no default export', 'export const sign = () => "";', 'its default export is not a function'],
    ['is not JavaScript', 'const canary = (;', 'importing it fails (SyntaxError): run it with node to see why'],
    ['reads a broken file', 'JSON.parse("canary");', 'importing it fails (SyntaxError): run it with node to see why'],
    ['throws', 'throw new RangeError("canary");', 'importing it fails (RangeError): run it with node to see why'],
    // The process does not end without a message.
    ['never loads', 'await new Promise(() => {}); export default () => "";', 'it did not load within 100 ms'],
  ])('a signer module that %s is refused with the cause, which quotes nothing of it', async (_what, text, message) => {
    const path = temporaryFile('signer.mjs', text);
    const script = `
      const { loadSignerModule } = await import(${JSON.stringify(`file://${join(compiledSources(), 'service/transport/signing.js')}`)});
      await loadSignerModule(${JSON.stringify(path)}, 100).catch((error) => console.log(error.message));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
    expect(stdout).toBe(`${message}\n`);
  });
});
