type Check = () => unknown;

const one = () => Promise.resolve(1);
const failed = () => Promise.reject(new Error('failed'));

test.each<[what: string, right: Check, wrong: Check]>([
  ['a value', () => expect(1).toBe(1), () => expect(1).toBe(2)],
  ['a negated matcher', () => expect(1).not.toBe(2), () => expect(1).not.toBe(1)],
  ['a promise that fulfils', () => expect(one()).resolves.toBe(1), () => expect(one()).resolves.toBe(2)],
  ['a promise that should fulfil', () => expect(one()).resolves.toBe(1), () => expect(failed()).resolves.toBe(1)],
  ['a promise that rejects', () => expect(failed()).rejects.toThrow('failed'), () => expect(failed()).rejects.toThrow('other')],
  ['a promise that should reject', () => expect(failed()).rejects.toThrow('failed'), () => expect(one()).rejects.toThrow('failed')],
  ['a negated matcher of a promise', () => expect(one()).resolves.not.toBe(2), () => expect(one()).resolves.not.toBe(1)],
])('%s passes if the matcher matches, else fails with a stack that begins in the test', async (_what, right, wrong) => {
  await right();
  const error = await Promise.resolve()
    .then(wrong)
    .then(
      () => null,
      (reason: unknown) => reason as Error,
    );
  expect(error?.message).toContain('expect(');
  // Jest shows the first line of the stack that is not in a package.
  const [first] = error!.stack!.split('\n').filter((line) => line.startsWith('    at ') && !line.includes('/node_modules/'));
  expect(first).toContain('lazy-expect.test.ts');
});
