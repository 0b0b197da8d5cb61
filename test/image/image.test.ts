/*
 * The image: built from the Dockerfile by buildah, and run as its user with a read-only root. The base image is made of Debian's packages
 * and of Node and npm from npm, so no registry of images is needed.
 */

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { post } from '../server/toy-server.js';
import { afterwards } from '../support/afterwards.js';
import { freePort } from '../support/free-port.js';
import { temporaryFolder } from '../support/temporary-files.js';

jest.setTimeout(900_000);

const isPossible =
  process.getuid?.() === 0 && ['buildah', 'mmdebstrap', 'unshare'].every((name) => spawnSync(name, ['--version']).status === 0);
const run = (command: string, words: readonly string[], cwd?: string) =>
  execFileSync(command, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1e8, ...(cwd && { cwd }) });

interface Image {
  /** The folder that is the root of its containers. */
  readonly root: string;
  readonly config: {
    readonly User: string;
    readonly Env: readonly string[];
    readonly WorkingDir: string;
    readonly Cmd: readonly string[];
    readonly Healthcheck: { readonly Test: readonly [string, ...string[]] };
  };
}

/** Makes the folder of the base image: a shell, Node, npm and the user `node`. */
function makeBase(folder: string, nodeVersion: string): void {
  run('mmdebstrap', ['--variant=extract', '--include=coreutils,dash,libstdc++6', 'bookworm', folder]);
  const local = join(folder, 'usr/local');
  for (const path of ['bin', 'etc', 'lib/node_modules']) mkdirSync(join(local, path), { recursive: true });
  for (const path of ['proc', 'root']) mkdirSync(join(folder, path), { recursive: true });
  const packed = run('npm', ['pack', '--silent', `node-linux-${process.arch}@${nodeVersion}`], folder).trim();
  run('tar', ['xzf', join(folder, packed), '-C', local, '--strip-components=1', 'package/bin/node']);
  cpSync(join(run('npm', ['root', '--global']).trim(), 'npm'), join(local, 'lib/node_modules/npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'));
  const authorities = run('npm', ['config', 'get', 'cafile']).trim();
  if (authorities !== 'null') cpSync(authorities, join(local, 'etc/authorities.pem'), { dereference: true });
  const settings = ['prefer-offline=true', ...(authorities === 'null' ? [] : ['cafile=/usr/local/etc/authorities.pem'])];
  writeFileSync(join(local, 'etc/npmrc'), settings.join('\n'));
  writeFileSync(join(folder, 'etc/passwd'), `root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::${join('/home', 'node')}:/bin/sh\n`);
  writeFileSync(join(folder, 'etc/group'), 'root:x:0:\nnode:x:1000:\n');
}

function buildImage(): Image {
  const folder = temporaryFolder();
  const [base, baseFile, store] = [join(folder, 'base'), join(folder, 'Basefile'), join(folder, 'store')];
  const [, baseName, version] = /^FROM (node:(\d+)\S*)/m.exec(readFileSync('Dockerfile', 'utf8'))!;
  makeBase(base, version!);
  writeFileSync(baseFile, 'FROM scratch\nCOPY . /\n');
  const storage = ['--root', store, '--runroot', join(folder, 'run'), '--storage-driver', 'overlay'];
  const buildah = (...words: string[]) => run('buildah', [...storage, ...words]).trim();
  afterwards(() => {
    buildah('rm', '--all');
    spawnSync('umount', ['--lazy', join(store, 'overlay')]);
  });
  // npm opens more files at once than buildah permits by default.
  const most = run('sh', ['-c', 'ulimit -Hn']).trim().replace('unlimited', '65536');
  const openFiles = `nofile=${most}:${most}`;
  const build = (name: string, ...words: string[]) =>
    buildah('build', '--isolation', 'chroot', '--ulimit', openFiles, '--format', 'docker', '--pull-never', '--tag', name, ...words);
  build(`docker.io/library/${baseName}`, '--file', baseFile, base);
  const npmCache = join(homedir(), '.npm');
  mkdirSync(npmCache, { recursive: true });
  build('event-graph', '--volume', `${npmCache}:${join('/root', '.npm')}`, '.');
  const { Docker } = JSON.parse(buildah('inspect', '--type', 'image', 'event-graph')) as { Docker: Pick<Image, 'config'> };
  return { root: buildah('mount', buildah('from', '--pull-never', 'event-graph')), config: Docker.config };
}

/** Mounts the root of a container without the right to write, and executes a command in it as a user. */
const inContainer = `
  root=$1 user=$2 folder=$3; shift 3
  mount --bind "$root" "$root" && mount -o remount,bind,ro "$root" && mount --rbind /dev "$root/dev" && mount -t proc proc "$root/proc"
  mount -t tmpfs -o uid=1000,gid=1000,mode=700 tmpfs "$root/state"
  exec chroot --userspec="$user" "$root" env --ignore-environment --chdir="$folder" "$@"`;

/** Starts a command of the image as its first process. */
function startContainer({ root, config: { User, Env, WorkingDir } }: Image, env: Record<string, string>, command: readonly string[]) {
  const settings = [...Env, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)];
  const script = ['sh', '-ec', inContainer, 'sh', root, User, WorkingDir, ...settings, ...command];
  const child = spawn('unshare', ['--mount', '--pid', '--fork', '--kill-child', ...script]);
  afterwards(() => child.kill('SIGKILL'));
  let output = '';
  let onOutput = () => {};
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      onOutput();
    });
  }
  const ended = new Promise<{ code: number | null; output: string }>((done) => child.once('close', (code) => done({ code, output })));
  return {
    ended,
    printed: (text: string) =>
      new Promise<void>((resolve, reject) => {
        onOutput = () => output.includes(text) && resolve();
        void ended.then(() => reject(new Error(output)));
      }),
    /** Sends a signal to the first process, as Docker does. */
    signal: (signal: NodeJS.Signals) => {
      const first = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim();
      process.kill(Number(first), signal);
    },
  };
}

const name = isPossible ? 'the image' : 'the image (skipped: it needs root, buildah and mmdebstrap)';
(isPossible ? describe : describe.skip)(name, () => {
  let image: Image;
  beforeAll(() => {
    image = buildImage();
  });

  test('the image has no tools of development', () => {
    expect(existsSync(join(image.root, 'app/node_modules/undici'))).toBe(true);
    expect(existsSync(join(image.root, 'app/node_modules/typescript'))).toBe(false);
  });

  test.each(['1', '2'])(
    'with WORKERS=%s, as its user and with a read-only root, it serves, is healthy, and ends on SIGTERM with 0',
    async (WORKERS) => {
      const [PORT, ADMIN_PORT] = [String(await freePort()), String(await freePort())];
      const env = { SANDBOX: 'true', WORKERS, PORT, ADMIN_PORT, LOG_FORMAT: 'json' };
      expect(image.config.User).toBe('node');
      const [, ...check] = image.config.Healthcheck.Test;
      const isHealthy = async () => (await startContainer(image, env, check).ended).code === 0;
      expect(await isHealthy()).toBe(false);
      const container = startContainer(image, env, image.config.Cmd);
      await container.printed('is ready at');
      expect((await fetch(`http://127.0.0.1:${PORT}/healthz`)).status).toBe(200);
      const { body } = await post({ url: `http://127.0.0.1:${PORT}` }, { query: '{ activity { id } }' });
      expect(body).toEqual({ data: { activity: { id: '1001' } } });
      expect(await isHealthy()).toBe(true);
      container.signal('SIGTERM');
      expect(await container.ended).toEqual({ code: 0, output: expect.not.stringContaining('A worker has ended') });
    },
  );
});
