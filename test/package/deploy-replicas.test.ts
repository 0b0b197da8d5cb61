import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { Service } from 'kubernetes-models/v1/Service';
import { parse } from 'yaml';

const folder = 'deploy/kubernetes-replicas';
const base = 'deploy/kubernetes';
const kinds = { HorizontalPodAutoscaler, NetworkPolicy, Service, StatefulSet } as const;
const manifestsIn = (path: string) => readdirSync(path).filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml');
const manifest = (path: string, name: string) =>
  parse(readFileSync(join(path, name), 'utf8')) as { kind: string; metadata: { name: string } };

test.each(manifestsIn(folder))('deploy/kubernetes-replicas/%s is valid for the schema of its kind', (name) => {
  const object = manifest(folder, name);
  const Kind = kinds[object.kind as keyof typeof kinds] as new (data: unknown) => { validate(): void };
  expect(() => new Kind(object).validate()).not.toThrow();
});

test('the kustomization of replicas names every manifest', () => {
  const { resources } = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8')) as { resources: string[] };
  expect(resources.toSorted()).toEqual(['../kubernetes', ...manifestsIn(folder)].toSorted());
});

test('the kustomization of replicas changes members that exist', () => {
  const { patches } = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8')) as {
    patches: { target: { kind: string; name: string }; patch: string }[];
  };
  const objects = manifestsIn(base).map((name) => manifest(base, name));
  for (const { target, patch } of patches) {
    const changed = objects.find(({ kind, metadata }) => kind === target.kind && metadata.name === target.name);
    expect(changed).toBeDefined();
    const operations = parse(patch) as { op: string; path: string }[] | object;
    for (const { op, path } of Array.isArray(operations) ? (operations as { op: string; path: string }[]) : []) {
      const names = path.split('/').slice(1);
      const parents = op === 'add' ? names.slice(0, -1) : names;
      const member = parents.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], changed);
      expect([path, member === undefined]).toEqual([path, false]);
    }
  }
});

test('the Redis of compose and of Kubernetes keeps its rows and evicts none', () => {
  for (const path of ['deploy/compose.redis.yaml', join(folder, 'redis.yaml')]) {
    const words = readFileSync(path, 'utf8')
      .replaceAll(/[',[\]]/g, ' ')
      .replaceAll(/ +/g, ' ');
    for (const setting of ['--appendonly yes', '--appendfsync always', '--maxmemory-policy noeviction']) expect(words).toContain(setting);
  }
});
