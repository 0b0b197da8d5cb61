import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

test.each(['event-graph.service', 'event-graph@.service'])('systemd accepts the unit as %s, without a warning', (name) => {
  const folder = mkdtempSync(join(tmpdir(), 'unit-'));
  cpSync('deploy/systemd/event-graph.service', join(folder, name));
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', join(folder, name)], { encoding: 'utf8' });
  expect({ status, ofUnit: stderr.split('\n').filter((line) => line.includes(name.slice(0, 11))) }).toEqual({ status: 0, ofUnit: [] });
});

test('the Dockerfile has no mistake that a linter knows', () => {
  expect(validate(readFileSync('Dockerfile', 'utf8')).map(({ message }) => message)).toEqual([]);
});
