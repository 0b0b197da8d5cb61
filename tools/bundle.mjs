/*
 * node tools/bundle.mjs FOLDER bundles the compiled programs in a folder with their packages, in place. A bundle starts in less than half
 * of the time of some thousand modules, and needs 20 MB less. The library and the npm package stay modules: their users choose the versions
 * of packages, and nothing of other authors is distributed.
 */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const programs = ['main', 'program/workers/worker', 'program/schema-command', 'doctor/main', 'sandbox/main'];
/** The folder of the shared chunks, as deep as the modules that find files by import.meta.url: server/explorer and program/workers. */
export const chunks = 'program/chunks';

/**
 * The entry of the ES modules of graphql. For each module that imports the CommonJS ones, esbuild would make an object with a getter for
 * each of their 216 exports: a quarter of all objects of the process, which each collection of the old generation has to mark.
 */
const graphqlAsModules = createRequire(import.meta.url).resolve('graphql/index.mjs');

export async function bundlePrograms(folder) {
  await build({
    entryPoints: Object.fromEntries(programs.map((program) => [program, join(folder, `${program}.js`)])),
    outdir: folder,
    allowOverwrite: true,
    chunkNames: `${chunks}/[name]-[hash]`,
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    // Packages that read files beside them, that are large and rarely used, or that need not be installed.
    external: ['pino', 'libsql', '@graphql-yoga/render-graphiql', '@opentelemetry/*', '@redis/client', 'class-validator'],
    // V8 keeps the text of a program in memory. Names stay, and lines are short enough that a stack trace says something.
    minifyWhitespace: true,
    lineLimit: 160,
    alias: { graphql: graphqlAsModules },
    legalComments: 'none',
    // Packages that are CommonJS call require() for the modules of Node.
    banner: { js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);` },
    logLevel: 'error',
  });
}

const dayMs = 86_400_000;

/** Removes chunks of builds that are older than a day. Those of younger ones may be in use: a program loads some when it needs them. */
export function removeOldChunks(folder, files) {
  const current = new Set(files.map((file) => basename(file)));
  const all = existsSync(join(folder, chunks)) ? readdirSync(join(folder, chunks)) : [];
  for (const name of all.filter((each) => !current.has(each))) {
    const path = join(folder, chunks, name);
    // Another build may have removed it in the meantime.
    if (Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) > dayMs) rmSync(path, { force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundlePrograms(process.argv[2]);
