/* Compiles the package twice: ES modules, and CommonJS for tools and tests that load no others. */

import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

rmSync(at('dist'), { recursive: true, force: true });
for (const [folder, module, type] of [
  ['esm', 'ESNext', 'module'],
  ['cjs', 'CommonJS', 'commonjs'],
]) {
  const args = [compiler, '-p', at('.'), '--outDir', at(`dist/${folder}`), '--module', module];
  execFileSync(process.execPath, args, { stdio: 'inherit' });
  // The nearest package.json states the kind of a module, and for bundlers that it may be left out.
  writeFileSync(at(`dist/${folder}/package.json`), `{ "type": "${type}", "sideEffects": false }\n`);
}
