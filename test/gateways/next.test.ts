/* The recipe of docs/library.md for Next.js, which brings 400 MB: the packed package in an app that `next build` builds. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox } from '../../src/sandbox/sandbox.js';
import { installPackage } from '../package/installed.js';
import { post } from '../server/toy-server.js';
import { closedAfterwards } from '../support/afterwards.js';
import { startCommand } from '../support/command.js';
import { freePort } from '../support/free-port.js';

const documentation = readFileSync('docs/library.md', 'utf8');
/** The block of code that follows some text. */
const blockAfter = (text: string): string => /^```\w+\n([^]*?)^```/m.exec(documentation.slice(documentation.indexOf(text)))![1]!;

test('the recipe for Next.js builds, and the route serves the graph', async () => {
  const user = installPackage();
  const sandbox = closedAfterwards(await startSandbox());
  user.install('graphql@16.15.0', 'graphql-yoga@5.24.1', 'next@16.4.6', 'react@19.3.1', 'react-dom@19.3.1', 'typescript@5.9.3');
  user.install('@types/node@20.19.43', '@types/react@19.3.0');
  const write = (path: string, text: string) => {
    mkdirSync(join(user.folder, path, '..'), { recursive: true });
    writeFileSync(join(user.folder, path), text);
  };
  const yoga = blockAfter('### GraphQL Yoga')
    .replace(/^import .*node:http.*\n/, '')
    .replace(/const yoga = [^]*/, '');
  write('next.config.ts', blockAfter('### Next.js'));
  write('app/graphql/route.ts', (yoga + blockAfter('`app/graphql/route.ts`')).replaceAll('http://127.0.0.1:4100', sandbox.url));
  write('app/layout.tsx', 'export default ({ children }: any) => <html><body>{children}</body></html>;');
  write('app/page.tsx', 'export default () => <p>Page</p>;');
  const next = join('node_modules', 'next', 'dist', 'bin', 'next');
  const env = { PATH: process.env.PATH ?? '', NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' } as const;
  execFileSync(process.execPath, [next, 'build'], { cwd: user.folder, env, stdio: 'pipe' });

  const port = await freePort();
  await startCommand([next, 'start', '-H', '127.0.0.1', '-p', String(port)], /Ready/, { cwd: user.folder, env });
  const { body } = await post({ url: `http://127.0.0.1:${port}` }, { query: '{ activity { tickets { id } } }' });
  expect(body).toEqual({ data: { activity: { tickets: expect.arrayContaining([{ id: expect.any(String) }]) } } });
}, 1_200_000);
