/*
 * Compiles wasm/json-scan to WebAssembly, and writes the module into a source file, so that neither the program nor a bundler has
 * to look for it. With --check it writes nothing, and fails if the committed file is stale.
 */

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeGeneratedFiles } from './generated-files.mjs';

const compiled = 'node_modules/.cache/json-scan.wasm';
// 193 pages of 64 kB: the text of 4 MB at most, twice as much for the positions, and 16 kB before them.
const options = `-O3 --noAssert --runtime stub --enable simd --initialMemory 193 --outFile ${compiled}`;
// The types of assemblyscript declare globals, so the compiler is run and not imported.
execFileSync(process.execPath, ['node_modules/assemblyscript/bin/asc.js', 'wasm/json-scan/index.ts', ...options.split(' ')], {
  stdio: 'inherit',
});

const lines = readFileSync(compiled, 'base64').match(/.{1,120}/g) ?? [];
const text = [
  '/* Generated from wasm/json-scan by `npm run json-scan`; do not edit. */',
  '',
  '/** The WebAssembly module in base64. */',
  'export const jsonScanModule =',
  `${lines.map((line) => `  '${line}'`).join(' +\n')};`,
  '',
].join('\n');

await writeGeneratedFiles('json-scan', () => ({ 'src/json/json-scan.generated.ts': text }));
