import { filesBelow, textOf } from './files.js';

const files = filesBelow();
const sources = files.filter((path) => /^(src|wasm|tools|bench|examples|test)\/.*\.(ts|tsx|mjs|cjs|js)$/.test(path));
const comments = sources.flatMap((path) =>
  [...textOf(path).matchAll(/^ *(?:\/\/.*|\/\*[^]*?\*\/)/gm)].map(([text]) => ({ path, text: text.replaceAll(/\n *\* /g, ' ') })),
);

test('a comment on a file stands before its imports; a doc comment stands at its declaration', () => {
  const afterImports = /\bfrom '[^']*';\n\n\/\*(?!\*)/;
  expect(sources.filter((path) => afterImports.test(textOf(path)))).toEqual([]);
});

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
  const named = comments.flatMap(({ path, text }) => pathsIn(text).map((target) => ({ path, target })));
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ target }) => !exists(target))).toEqual([]);
});

test('a comment of the source names a decision by the path of its file', () => {
  const cited = comments
    .filter(({ path }) => path.startsWith('src/'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\bdecisions? \d+|\S*\b\d{4}(?:-[a-z]+)+\.md|decisions\/[\w.-]*\w/g)].map(([name]) => ({ path, name })),
    );
  expect(cited.length).toBeGreaterThan(10);
  expect(cited.filter(({ name }) => !files.includes(name.replace(/^\(/, '')))).toEqual([]);
});

/** The source of a file without its comments. */
const codeOf = (path: string) => textOf(path).replaceAll(/^ *(?:\/\/.*|\/\*[^]*?\*\/)/gm, '');

/** Whether code declares or imports a name, or has a member of that name. */
function hasName(code: string, name: string): boolean {
  const imported = [...code.matchAll(/^import [^]*?;$/gm)].some(([text]) => new RegExp(`\\b${name}\\b`).test(text));
  const declared = `\\b(?:class|const|enum|function|interface|let|type) ${name}\\b`;
  const member = `^ +(?:(?:private|protected|public|static|abstract|async|override|readonly|get|set) )*${name}\\??(?:[:(<;]| =)`;
  return imported || new RegExp(`${declared}|${member}`, 'm').test(code);
}

test('every {@link …} of a comment names what its file declares or imports, or a member', () => {
  const links = comments.flatMap(({ path, text }) =>
    [...text.matchAll(/\{@link ([^}]*)\}/g)].map(([link, target]) => ({ path, link, target: target! })),
  );
  expect(links.length).toBeGreaterThan(30);
  const dead = links.filter(({ path, target }) => {
    const [owner = '', member] = target.split('.');
    if (!hasName(codeOf(path), owner)) return true;
    return member !== undefined && !sources.some((file) => hasName(codeOf(file), owner) && hasName(codeOf(file), member));
  });
  expect(dead.map(({ path, link }) => `${path}: ${link}`)).toEqual([]);
});

test('a line of a comment has at most 150 characters', () => {
  const long = sources
    .filter((path) => !path.includes('.generated.'))
    .flatMap((path) =>
      textOf(path)
        .split('\n')
        .map((line, index) => ({ at: `${path}:${index + 1}`, line }))
        .filter(({ line }) => line.length > 150 && !line.includes('TO DECIDE: ') && /^ *(?:\/\/|\/?\*)/.test(line)),
    );
  expect(long.map(({ at }) => at)).toEqual([]);
});

test('every script that a comment names with npm run exists', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  const named = comments.flatMap(({ path, text }) =>
    [...text.matchAll(/\bnpm run (?:--silent |-s )?([\w:-]*\w)/g)].map(([, script]) => ({ path, script: script! })),
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter(({ script }) => !(script in scripts))).toEqual([]);
});
