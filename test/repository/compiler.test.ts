/*
 * Mistakes in tables that the compiler reports: they are made in a copy of the sources, all at once, and each changed line has an error.
 */

import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '../..');
let folder: string;
let errors: ReadonlySet<string>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'compiler-'));
  for (const name of ['src', 'package.json', 'tsconfig.json', 'tsconfig.build.json'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(
    join(folder, 'src/service/forgetful.ts'),
    `import { noSecrets, type Endpoint } from './endpoints.js';
     const members = { name: 'x', section: '4.99', method: 'GET', path: '/x', auth: 'none', repeatableBy: 'transport', encode: () => ({}) } as const;
     export const complete: Endpoint<void, null> = { ...members, secrets: noSecrets, decode: () => null };
     export const forgetful: Endpoint<void, null> = { ...members, decode: () => null };`,
  );
  writeFileSync(
    join(folder, 'src/domain/unrecorded.ts'),
    `import type { Endpoint } from '../service/endpoints.js';
     import type { WritePermit } from '../service/transport/transport.js';
     import type { ActivityId } from '../records/ids.js';
     import type { OperationUpstream } from './reads/upstream.js';
     declare const upstream: OperationUpstream, id: ActivityId, permit: WritePermit;
     declare const byTransport: Endpoint<null, null, 'transport'>, byCaller: Endpoint<null, null, 'caller'>, byNone: Endpoint<null, null, 'none'>;
     declare const undecided: Endpoint<null, null>;
     export const allowed = [
       upstream.read(byTransport, id, null),
       upstream.write(byCaller, id, null),
       upstream.writeRecorded(byNone, id, null, permit),
       upstream.writeUnrecorded(byNone, id, null),
     ];
     export const forbidden = [
       upstream.read(byNone, id, null),
       upstream.write(byNone, id, null),
       upstream.write(undecided, id, null),
       upstream.writeRecorded(byNone, id, null),
       upstream.writeRecorded(byNone, id, null, null),
       upstream.writeRecorded(byCaller, id, null, permit),
       upstream.writeUnrecorded(byCaller, id, null),
       upstream.writeUnrecorded(undecided, id, null),
     ];`,
  );
  errors = new Set([...compile().matchAll(/^(.*)\((\d+),\d+\): error TS/gm)].map(([, file, line]) => `${file}:${line}`));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function compile(): string {
  try {
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    return execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--noEmit', '--singleThreaded'], {
      cwd: folder,
      encoding: 'utf8',
    });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

test('an endpoint that does not state what is secret in its input does not compile', () => {
  expect([...errors].filter((line) => line.includes('forgetful.ts'))).toEqual(['src/service/forgetful.ts:4']);
});

test('a write that may not be repeated does not compile without its permit, except as an unrecorded write', () => {
  const forbiddenLines = [15, 16, 17, 18, 19, 20, 21, 22].map((line) => `src/domain/unrecorded.ts:${line}`);
  expect([...errors].filter((line) => line.includes('unrecorded.ts'))).toEqual(forbiddenLines);
});
