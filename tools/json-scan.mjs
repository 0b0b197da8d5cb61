/*
 * Compiles wasm/json-scan to WebAssembly, and writes the module into a source file, so that neither the program nor a bundler has
 * to look for it. With --check it writes nothing, and fails if the file differs.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const target = 'src/endpoint/json/json-scan.generated.ts';
const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The compiled module. */
let module;
const { error } = await asc.main(
  ['wasm/json-scan/index.ts', ...'-O3 --noAssert --runtime stub --enable simd --initialMemory 8 --outFile json-scan.wasm'.split(' ')],
  {
    readFile: (path) => {
      try {
        return readFileSync(at(path), 'utf8');
      } catch {
        return null;
      }
    },
    writeFile(_path, content) {
      module = content;
    },
    listFiles: () => [],
  },
);
if (error) {
  console.error(`wasm/json-scan does not compile: ${error.message}`);
  process.exit(1);
}

const lines = Buffer.from(module)
  .toString('base64')
  .match(/.{1,120}/g);
const text = [
  '/* Generated from wasm/json-scan by `npm run json-scan`; do not edit. */',
  '',
  '/** The WebAssembly module in base64. */',
  'export const jsonScanModule =',
  `${lines.map((line) => `  '${line}'`).join(' +\n')};`,
  '',
].join('\n');

if (readFileSync(at(target), { encoding: 'utf8', flag: 'a+' }) === text) process.exit(0);
if (process.argv.includes('--check')) {
  console.error(`${target} is stale: run \`npm run json-scan\` and commit it.`);
  process.exit(1);
}
writeFileSync(at(target), text);
console.log(`wrote ${target}`);
