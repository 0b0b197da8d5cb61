/* The files of `deploy` and the Dockerfile are valid for their readers. What they state of the program: repository/deploy.test.ts. */

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim';
import { Service } from 'kubernetes-models/v1/Service';
import { parse } from 'yaml';
import { temporaryFile } from '../support/temporary-files.js';

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

const kinds = {
  Deployment,
  HorizontalPodAutoscaler,
  NetworkPolicy,
  PodDisruptionBudget,
  PersistentVolumeClaim,
  Service,
  StatefulSet,
} as const;
const manifestsIn = (folder: string) =>
  readdirSync(join('deploy', folder)).filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml');
const manifestOf = (folder: string, name: string) => parse(readFileSync(join('deploy', folder, name), 'utf8')) as Manifest;

/** @throws Error if the object is not valid for the schema of its kind, or its kind is not known */
function validated(object: Manifest): void {
  const Kind = kinds[object.kind as keyof typeof kinds] as new (data: unknown) => { validate(): void };
  new Kind(object).validate();
}

test.each(['kubernetes', 'kubernetes-replicas'].flatMap((folder) => manifestsIn(folder).map((name) => [folder, name] as const)))(
  'deploy/%s/%s is valid for the schema of its kind',
  (folder, name) => expect(() => validated(manifestOf(folder, name))).not.toThrow(),
);

test.each([
  ['kubernetes', []],
  ['kubernetes-replicas', ['../kubernetes']],
])('the kustomization of %s names every manifest', (folder, others) => {
  const { resources } = parse(readFileSync(`deploy/${folder}/kustomization.yaml`, 'utf8')) as { resources: string[] };
  expect(resources.toSorted()).toEqual([...others, ...manifestsIn(folder)].toSorted());
});

test('the kustomization of replicas changes members that exist', () => {
  const { patches } = parse(readFileSync('deploy/kubernetes-replicas/kustomization.yaml', 'utf8')) as {
    patches: { target: { kind: string; name: string }; patch: string }[];
  };
  const objects = manifestsIn('kubernetes').map((name) => manifestOf('kubernetes', name));
  for (const { target, patch } of patches) {
    const changed = objects.find(({ kind, metadata }) => kind === target.kind && metadata.name === target.name);
    expect(changed).toBeDefined();
    const operations = parse(patch) as { op: string; path: string }[] | object;
    for (const { op, path } of Array.isArray(operations) ? (operations as { op: string; path: string }[]) : []) {
      const names = path.split('/').slice(1);
      const parents = op === 'add' ? names.slice(0, -1) : names;
      const member = parents.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], changed);
      expect({ path, isMissing: member === undefined }).toEqual({ path, isMissing: false });
    }
  }
});

test('a changed setting or secret starts new pods: the deployment has generated names, which change with them', () => {
  const { configMapGenerator, secretGenerator, ...rest } = parse(readFileSync('deploy/kubernetes/kustomization.yaml', 'utf8')) as {
    configMapGenerator: { name: string; envs: string[] }[];
    secretGenerator: { name: string; envs: string[] }[];
  };
  expect([...configMapGenerator, ...secretGenerator]).toEqual([
    expect.objectContaining({ name: 'event-graph', envs: ['settings.env'] }),
    expect.objectContaining({ name: 'event-graph', envs: ['secret.env'] }),
  ]);
  expect(rest).not.toHaveProperty('generatorOptions');
  const deployment = JSON.stringify(manifestOf('kubernetes', 'deployment.yaml'));
  for (const reference of ['configMapRef', 'secretRef']) expect(deployment).toContain(`"${reference}":{"name":"event-graph"}`);
});

test.each(['event-graph.service', 'event-graph@.service'])('systemd accepts the unit as %s, without a warning', (name) => {
  const unit = temporaryFile(name, readFileSync('deploy/systemd/event-graph.service'));
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
  expect({ status, ofUnit: stderr.split('\n').filter((line) => line.includes(name.slice(0, 11))) }).toEqual({ status: 0, ofUnit: [] });
});

test('the Dockerfile has no mistake that a linter knows', () => {
  expect(validate(readFileSync('Dockerfile', 'utf8')).map(({ message }) => message)).toEqual([]);
});

test('the Redis of compose and of Kubernetes keeps its rows and evicts none', () => {
  for (const path of ['deploy/compose.redis.yaml', 'deploy/kubernetes-replicas/redis.yaml']) {
    const words = readFileSync(path, 'utf8')
      .replaceAll(/[',[\]]/g, ' ')
      .replaceAll(/ +/g, ' ');
    for (const setting of ['--appendonly yes', '--appendfsync always', '--maxmemory-policy noeviction']) expect(words).toContain(setting);
  }
});
