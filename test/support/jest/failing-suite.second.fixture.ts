/* A second suite that fails, for the same worker. closing-environment.test.ts runs it. */

test('with a test that fails', () => {
  throw new Error('This test fails, too.');
});
