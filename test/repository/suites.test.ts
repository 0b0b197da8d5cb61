import { filesBelow, textOf } from './files.js';

test('every suite that is started first exists', () => {
  const suites = new Set(filesBelow('test'));
  const listed = [...textOf('test/longest-first.cjs').matchAll(/'([^']+\.test\.ts)'/g)].map(([, suite]) => `test/${suite}`);
  expect(listed.length).toBeGreaterThan(5);
  expect(listed.filter((suite) => !suites.has(suite))).toEqual([]);
});

test('test/README.md names every folder of test', () => {
  const folders = new Set(filesBelow('test').flatMap((path) => /^test\/(\w+)\//.exec(path)?.[1] ?? []));
  expect([...folders].filter((folder) => !textOf('test/README.md').includes(`\`${folder}\``) && folder !== 'support')).toEqual([]);
});
