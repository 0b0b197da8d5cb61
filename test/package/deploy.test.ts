import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim';
import { Service } from 'kubernetes-models/v1/Service';
import { parse, parseAllDocuments } from 'yaml';

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

const kinds = { Deployment, NetworkPolicy, PodDisruptionBudget, PersistentVolumeClaim, Service } as const;
const manifests = readdirSync('deploy/kubernetes').filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml');

const textOfManifest = (name: string): string => readFileSync(join('deploy/kubernetes', name), 'utf8');
const kindOf = (name: string): string => (parse(textOfManifest(name)) as Manifest).kind;
const allManifests = (): string => manifests.map(textOfManifest).join('\n---\n');

/** @throws Error if the object is not valid for the schema of its kind, or its kind is not known */
function validated(object: Manifest): void {
  const Kind = kinds[object.kind as keyof typeof kinds] as new (data: unknown) => { validate(): void };
  new Kind(object).validate();
}

test.each(manifests)('deploy/kubernetes/%s is valid for the schema of its kind', (name) => {
  expect(() => validated(parse(textOfManifest(name)) as Manifest)).not.toThrow();
});

test('a manifest with a misspelt member is not valid: the schema is really applied', () => {
  const manifest = parse(readFileSync('deploy/kubernetes/deployment.yaml', 'utf8')) as { spec: Record<string, unknown> };
  manifest.spec['replicas'] = 'one';
  expect(() => new (Deployment as unknown as new (data: unknown) => { validate(): void })(manifest).validate()).toThrow();
});

/** kubectl is not on every machine: without it the test above is all that can be said. */
const kubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

/** The objects that kubectl makes of a folder of deploy/; without kubectl, its manifests as they are written. */
function built(folder: string, secret = 'AUTH_API_KEYS=none'): Manifest[] {
  const root = mkdtempSync(join(tmpdir(), 'manifests-'));
  cpSync('deploy', root, { recursive: true });
  writeFileSync(join(root, 'kubernetes/secret.env'), secret);
  const text = kubectl ? execFileSync('kubectl', ['kustomize', join(root, folder)], { encoding: 'utf8' }) : allManifests();
  rmSync(root, { recursive: true });
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest);
}

test('kubectl, where it is installed, builds every manifest, each valid, and the deployment reads the generated settings', () => {
  const objects = built('kubernetes');
  const ofKind = (kind: string) => objects.filter((object) => object.kind === kind);
  const written = objects.filter(({ kind }) => kind !== 'ConfigMap' && kind !== 'Secret');
  for (const object of written) expect(() => validated(object)).not.toThrow();
  expect(written.map(({ kind }) => kind).toSorted()).toEqual(manifests.map(kindOf).toSorted());
  const nameOf = (kind: string) => ofKind(kind)[0]?.metadata.name ?? 'event-graph';
  for (const kind of ['ConfigMap', 'Secret']) expect(nameOf(kind)).toMatch(kubectl ? /^event-graph-[a-z0-9]+$/ : /^event-graph$/);
  const deployment = JSON.stringify(ofKind('Deployment'));
  expect(deployment).toContain(`"configMapRef":{"name":"${nameOf('ConfigMap')}"}`);
  expect(deployment).toContain(`"secretRef":{"name":"${nameOf('Secret')}"}`);
});

test('a changed secret starts new pods, of one replica and of several, as kubectl builds them', () => {
  for (const folder of ['kubernetes', 'kubernetes-replicas']) {
    const podOf = (secret: string) => JSON.stringify(built(folder, secret).find(({ kind }) => kind === 'Deployment'));
    expect(podOf('AUTH_API_KEYS=one')).toBe(podOf('AUTH_API_KEYS=one'));
    expect(podOf('AUTH_API_KEYS=one') !== podOf('AUTH_API_KEYS=two')).toBe(kubectl);
  }
});

test('promtool accepts the alerts', () => {
  expect(execFileSync('promtool', ['check', 'rules', 'deploy/prometheus/alerts.yaml'], { encoding: 'utf8' })).toContain('SUCCESS');
});

test('promtool finds that the alerts for stores and workers fire when they should, and only then', () => {
  expect(execFileSync('promtool', ['test', 'rules', 'test/package/alerts.yaml'], { encoding: 'utf8' })).toContain('SUCCESS');
});

test.each(['event-graph.service', 'event-graph@.service'])('systemd accepts the unit as %s, without a warning', (name) => {
  const folder = mkdtempSync(join(tmpdir(), 'unit-'));
  cpSync('deploy/systemd/event-graph.service', join(folder, name));
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', join(folder, name)], { encoding: 'utf8' });
  expect({ status, ofUnit: stderr.split('\n').filter((line) => line.includes(name.slice(0, 11))) }).toEqual({ status: 0, ofUnit: [] });
});

interface Instruction {
  readonly name: string;
  readonly words: string;
}

/** The instructions of each stage, continued lines joined. */
function stagesOf(text: string): Map<string, Instruction[]> {
  const stages = new Map<string, Instruction[]>();
  let current: Instruction[] = [];
  for (const line of text.replaceAll('\\\n', ' ').split('\n')) {
    const [, name, words] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    if (name === undefined || words === undefined) continue;
    if (name === 'FROM') stages.set(/ AS (\w+)/.exec(words)?.[1] ?? 'final', (current = []));
    else current.push({ name, words });
  }
  return stages;
}

/** Performs COPY and RUN of both stages in folders, with the context that .dockerignore leaves. @returns the folder of the final stage */
function builtImage(context: string, folders: Record<string, string>): string {
  for (const [stage, instructions] of stagesOf(readFileSync('Dockerfile', 'utf8'))) {
    const folder = folders[stage]!;
    for (const { name, words } of instructions) {
      if (name === 'COPY') copy(words, context, folder, folders);
      // The state's folder and its owner are the image's own.
      if (name === 'RUN' && !words.includes('/state')) execFileSync('sh', ['-c', words], { cwd: folder, stdio: 'pipe' });
    }
  }
  return folders['final']!;
}

function copy(words: string, context: string, folder: string, folders: Record<string, string>): void {
  const from = /^--from=(\w+) /.exec(words)?.[1];
  const [target, ...sources] = words
    .replace(/^--from=\w+ /, '')
    .split(' ')
    .toReversed();
  for (const source of sources) {
    const path = from === undefined ? join(context, source) : join(folders[from]!, source.replace(/^\/app\//, ''));
    // A file is copied into a target that ends with a slash; a folder becomes the target.
    const destination = target!.endsWith('/') ? join(folder, target!, basename(source)) : join(folder, target!);
    cpSync(path, destination, { recursive: true });
  }
}

describe('the Dockerfile', () => {
  test('the Dockerfile has no mistake that a linter knows', () => {
    expect(validate(readFileSync('Dockerfile', 'utf8')).map(({ message }) => message)).toEqual([]);
  });

  test('the Dockerfile builds, by its own steps in empty folders, a program that starts without the tools of development', async () => {
    const root = mkdtempSync(join(tmpdir(), 'image-'));
    const context = join(root, 'context');
    mkdirSync(context);
    const allowed = readFileSync('.dockerignore', 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('!'));
    for (const line of allowed) cpSync(line.slice(1), join(context, line.slice(1)), { recursive: true });
    const folders = { build: join(root, 'build'), final: join(root, 'final') };
    for (const folder of Object.values(folders)) mkdirSync(folder);
    const image = builtImage(context, folders);
    expect(existsSync(join(image, 'node_modules/typescript'))).toBe(false);
    const { words } = stagesOf(readFileSync('Dockerfile', 'utf8'))
      .get('final')!
      .find(({ name }) => name === 'CMD')!;
    for (const WORKERS of ['1', '2']) {
      const { ready, end } = await started(JSON.parse(words) as string[], image, { WORKERS });
      expect(ready).toContain('is ready at');
      // Docker sends the signal to the first process only.
      expect(await end('SIGTERM')).toEqual({ code: 0, output: expect.not.stringContaining('A worker has ended') });
    }
    rmSync(root, { recursive: true });
  }, 300_000);
});

/** Starts the sandbox by the command of an image. `end` resolves when the last process that writes to its output has ended. */
async function started([command, ...words]: string[], cwd: string, settings: Record<string, string>) {
  const env = { NODE_ENV: 'production', SANDBOX: 'true', PORT: '0', ADMIN_PORT: '0', LOG_FORMAT: 'json', ...settings };
  const program = spawn(command!, words, { cwd, env: { PATH: process.env.PATH, ...env } });
  let output = '';
  const closed = new Promise<number | null>((done) => program.once('close', (code) => done(code)));
  const ready = await new Promise<string>((done) => {
    for (const stream of [program.stdout, program.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes('is ready at')) done(output);
      });
    }
    program.once('close', () => done(output));
  });
  const end = async (signal: NodeJS.Signals) => {
    program.kill(signal);
    return { code: await closed, output };
  };
  return { ready, end };
}
