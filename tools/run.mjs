// node tools/run.mjs TOOL [ARGUMENTS] runs a tool that is written in TypeScript. TOOL is its path in this folder, without the ending.
import { spawnSync } from 'node:child_process';
import { compileToolsIfStale, inRoot } from './build.mjs';

const [tool, ...given] = process.argv.slice(2);
process.exitCode =
  compileToolsIfStale() ||
  (spawnSync(process.execPath, [inRoot(`dist/tools/tools/${tool}.js`), ...given], { stdio: 'inherit' }).status ?? 1);
