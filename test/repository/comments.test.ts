import { filesBelow, textOf } from './files.js';

const files = filesBelow();
const sources = files.filter((path) => /^(src|wasm|tools|bench|examples|test)\/.*\.(ts|tsx|mjs|cjs|js)$/.test(path));

/** Paths in a comment: a file by its name with any number of folders, and a folder by its path from the root or from src. */
function pathsIn(text: string): string[] {
  const named = [...text.matchAll(/(?<![\w/.@<>*:"'-])(?:\.{0,2}\/)?(?:[\w.-]+\/)*[\w-][\w.-]*\.(?:tsx?|[mc]?js|md|graphql|ya?ml|svg)\b/g)];
  const folders = [...text.matchAll(/(?<![\w/.@<>*:"'-])(?:\.?[a-z]+)\/[\w/.-]*\w(?!\.\w)/g)].filter(([path]) =>
    tops.has(path.split('/')[0]!),
  );
  return [...named, ...folders].map(([path]) => path.replace(/^(\.{1,2}\/)+/, ''));
}
const tops = new Set(
  files.flatMap((path) => path.split('/').slice(0, path.startsWith('src/') ? 2 : 1)).filter((name) => !name.includes('.')),
);

/** Whether a path from the root, from src or from any folder leads to a file, or to a folder or a beginning of names in it. */
const exists = (path: string) =>
  files.some((file) => `/${file}`.endsWith(`/${path}`) || file.startsWith(path) || file.startsWith(`src/${path}`));

test('every path that a comment names leads to a file or a folder', () => {
  const named = sources.flatMap((path) =>
    [...textOf(path).matchAll(/^ *(?:\/\/.*|\/\*[^]*?\*\/)/gm)].flatMap(([text]) =>
      pathsIn(text.replaceAll(/\n *\* /g, ' ')).map((target) => ({ path, target })),
    ),
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ target }) => !exists(target))).toEqual([]);
});
