import { filesBelow, textOf } from './files.js';

test('every suite that is started first exists', () => {
  const suites = new Set(filesBelow('test'));
  const listed = [...textOf('test/longest-first.cjs').matchAll(/'([^']+\.test\.ts)'/g)].map(([, suite]) => `test/${suite}`);
  expect(listed.length).toBeGreaterThan(5);
  expect(listed.filter((suite) => !suites.has(suite))).toEqual([]);
});
