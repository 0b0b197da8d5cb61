/* The header Service-Auth (§5) and signer modules. */

import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { Secret } from '../../../../src/primitives/secret.js';
import type { ActivityId } from '../../../../src/records/ids.js';
import { templateSignature } from '../../../../src/service/transport/signature.js';
import { loadSignerModule } from '../../../../src/service/transport/signer-module.js';
import { signatureHeader, withSigning, type SigningOptions } from '../../../../src/service/transport/wrappers/signing.js';
import { compiledSources } from '../../../support/child-program.js';
import { codePoint } from '../../../support/code-point.js';
import { bounds, request } from '../request.js';

const now = 1_700_000_000_999;
const signing: SigningOptions = {
  header: 'Service-Auth',
  publicKey: 'PUB',
  privateKey: new Secret('PRIV'),
  version: 1,
  compute: templateSignature('{UserPublicKey}{ActivityId}{Time}{Version}{PrivateKey}', 'md5'),
  now: () => now,
};
const activity = 1001 as ActivityId;

/** The headers that the transport below receives. */
async function headersSent(overrides: Partial<Parameters<typeof request>[0]>, changed: Partial<SigningOptions> = {}) {
  const seen: Record<string, string>[] = [];
  const transport = withSigning(
    async ({ headers }) => {
      seen.push({ ...headers });
      return { status: 200, headers: {}, body: Buffer.alloc(0) };
    },
    { ...signing, ...changed },
  );
  await transport(request(overrides), bounds());
  return seen[0]!;
}

test('the header of the signature is a JSON object with exactly the members of §5, in their types', async () => {
  const members = JSON.parse(await signatureHeader(activity, signing));
  expect(members).toEqual({
    UserPublicKey: 'PUB',
    ActivityId: 1001,
    Time: 1_700_000_000,
    Version: 1,
    Signature: '22b6b45a6178060fe40487d56f85e85e',
  });
});

test('Time is the whole seconds of the given clock, rounded down', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 4e12 }), async (ms) => {
      const { Time } = JSON.parse(await signatureHeader(activity, { ...signing, now: () => ms }));
      expect(Number.isInteger(Time) && Time * 1000 <= ms && ms < (Time + 1) * 1000).toBe(true);
    }),
  );
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

test('an endpoint that authenticates by its parameters gets no header (§4.5)', async () => {
  const compute = jest.fn(signing.compute);
  expect(await headersSent({ auth: 'none', headers: {} }, { compute })).toEqual({});
  expect(compute).not.toHaveBeenCalled();
});

test('each attempt gets a signature of its own', async () => {
  let clock = now;
  const times: number[] = [];
  const transport = withSigning(
    async ({ headers }) => {
      times.push(JSON.parse(headers['Service-Auth']!).Time);
      return { status: 200, headers: {}, body: Buffer.alloc(0) };
    },
    { ...signing, now: () => clock },
  );
  const sent = request({});
  await transport(sent, bounds());
  clock += 5_000;
  await transport(sent, bounds());
  expect(times).toEqual([1_700_000_000, 1_700_000_005]);
  expect(sent.headers).toEqual({});
});

test.each([
  ['not hexadecimal', 'z'.repeat(32)],
  ['too short', 'a'.repeat(31)],
  ['too long', 'a'.repeat(33)],
  ['a line break at its end', `${'a'.repeat(32)}\n`],
  ['nothing', undefined],
  ['a number', 1234],
])('a signature that is %s is refused, and not shown', async (_what, given) => {
  const compute = (() => given) as unknown as SigningOptions['compute'];
  const failure = await signatureHeader(activity, { ...signing, compute }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(TypeError);
  expect(String(failure)).toMatch(/32 hexadecimal/);
  if (typeof given === 'string') expect(String(failure)).not.toContain(given.trim());
  expect(String(failure)).not.toContain('PRIV');
});

test('a signature is sent unchanged if it is in upper case, or if a promise returns it', async () => {
  const header = await signatureHeader(activity, { ...signing, compute: async () => 'ABCDEF0123456789ABCDEF0123456789' });
  expect(JSON.parse(header).Signature).toBe('ABCDEF0123456789ABCDEF0123456789');
});

describe('signer modules', () => {
  let folder: string;
  beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'signer-'))));

  async function moduleOf(name: string, text: string) {
    const path = join(folder, name);
    await writeFile(path, text);
    return path;
  }

  // Jest cannot import() a file: URL from CommonJS, so the loader runs in a process of its own.
  async function load(path: string, timeoutMs?: number): Promise<string> {
    const { execFile } = await import('node:child_process');
    const { promisify } = await import('node:util');
    const loader = join(compiledSources(), 'service/transport/signer-module.js');
    const script = `
      const { loadSignerModule } = await import(${JSON.stringify(`file://${loader}`)});
      try {
        const compute = await loadSignerModule(${JSON.stringify(path)}, ${timeoutMs});
        console.log(await compute({ userPublicKey: 'PUB', activityId: 1001, time: 7, version: 2, privateKey: 'PRIV' }));
      } catch (error) { console.log(error.name + ': ' + error.message); }`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
    return stdout.trim();
  }

  test('the signer module receives the members of the header and the private key by name', async () => {
    const path = await moduleOf('all.mjs', 'export default (input) => JSON.stringify(input);');
    expect(JSON.parse(await load(path))).toEqual({ userPublicKey: 'PUB', activityId: 1001, time: 7, version: 2, privateKey: 'PRIV' });
  });

  test('the signer module is refused if its default export is not a function', async () => {
    const path = await moduleOf('none.mjs', 'export const sign = () => "";');
    expect(await load(path)).toBe('TypeError: The signer module must export a function as its default.');
  });

  test('a signer module that never loads is refused after a time, and does not end the process without a message', async () => {
    const path = await moduleOf('waiting.mjs', 'await new Promise(() => {}); export default () => "";');
    expect(await load(path, 100)).toBe('Error: The signer module did not load within 100 ms.');
  });

  test('a path of a signer module without a file is an error', async () => {
    await expect(loadSignerModule(join(folder, 'absent.mjs'))).rejects.toThrow();
  });
});
